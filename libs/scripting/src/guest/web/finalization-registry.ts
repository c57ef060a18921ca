const isWeakKey = (value: unknown): value is WeakKey =>
  (typeof value === 'object' && value !== null) ||
  typeof value === 'function' ||
  (typeof value === 'symbol' && Symbol.keyFor(value) === undefined);

/**
 * A FinalizationRegistry that never calls back, as ECMAScript allows. The engine could call back after any garbage
 * collection: between handlers, when nothing limits the script, or during the next execution.
 */
export class FinalizationRegistry {
  readonly #tokens = new WeakSet();

  constructor(cleanUp: unknown) {
    if (typeof cleanUp !== 'function') throw new TypeError('FinalizationRegistry takes a function');
  }

  register(target: unknown, held: unknown, token?: unknown): void {
    if (!isWeakKey(target) || target === held)
      throw new TypeError('register() takes an object, and another value for the callback');
    if (isWeakKey(token)) this.#tokens.add(token);
    else if (token !== undefined) throw new TypeError('register() takes an object as its token');
  }

  unregister(token: unknown): boolean {
    if (!isWeakKey(token)) throw new TypeError('unregister() takes the token of a registration');
    return this.#tokens.delete(token);
  }
}

Object.defineProperty(FinalizationRegistry.prototype, Symbol.toStringTag, {
  value: 'FinalizationRegistry',
  configurable: true,
});

// The build removes class names.
Object.defineProperty(FinalizationRegistry, 'name', { value: 'FinalizationRegistry' });
