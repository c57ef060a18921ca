import type { SavedView } from '@tandem/core';
import { toPostmanAuth } from '@tandem/core/document';

import { toText } from '../text.js';
import { VariableList } from './variable-list.js';

interface Parameter {
  readonly key: string;
  readonly value: unknown;
  readonly type?: string;
}

type Fields = Readonly<Record<string, unknown>>;

const doNothing = (): void => undefined;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const isType = (type: unknown): type is string => typeof type === 'string' && type !== 'type';

/** Parameters as a list, or as an object of names and values. */
const toParameters = (given: unknown): readonly Parameter[] => {
  if (given instanceof VariableList) return given.all();
  if (Array.isArray(given)) return given as readonly Parameter[];
  return isFields(given) ? Object.entries(given).map(([key, value]) => ({ key, value })) : [];
};

/** Postman's RequestAuth (postmanlabs/postman-collection): a type, and the parameters of types by name. */
export class RequestAuth {
  declare type: unknown;

  constructor(given: Fields) {
    if (isType(given.type)) this.use(given.type);
    for (const [type, parameters] of Object.entries(given)) if (isType(type)) this.update(parameters, type);
  }

  use(type: unknown, parameters?: unknown): void {
    if (!isType(type)) return;
    this.type = type;
    this.update(parameters ?? {}, type);
  }

  update(parameters: unknown, type: unknown = this.type): void {
    if (!isType(type) || !isFields(parameters)) return;
    const list = this.#listOf(type) ?? new VariableList([], doNothing, doNothing);
    Object.assign(this, { [type]: list });
    for (const one of toParameters(parameters)) list.upsert(one);
  }

  parameters(): VariableList | undefined {
    return isType(this.type) ? this.#listOf(this.type) : undefined;
  }

  clear(type: unknown): void {
    if (!isType(type)) return;
    this.#listOf(type)?.clear();
    if (type !== this.type) Reflect.deleteProperty(this, type);
  }

  #listOf(type: string): VariableList | undefined {
    const found = (this as Fields)[type];
    return found instanceof VariableList ? found : undefined;
  }
}
Object.defineProperty(RequestAuth, 'name', { value: 'RequestAuth' });

/**
 * The auth of a saved request; undefined for none, or if Postman has no such kind.
 * @param fill fills in the values of a sent request, which then also has its inherited auth
 */
export const requestAuthOf = (
  { auth, inheritsAuth }: Pick<SavedView, 'auth' | 'inheritsAuth'>,
  fill: ((text: string) => string) | undefined,
): RequestAuth | undefined => {
  const isHidden = auth.type === 'none' || (inheritsAuth && fill === undefined);
  const found = isHidden ? undefined : (toPostmanAuth(auth) as Fields | undefined);
  if (found === undefined) return undefined;
  const parameters = toParameters(found[toText(found.type)]).map((one) =>
    typeof one.value === 'string' && fill ? { ...one, value: fill(one.value) } : one,
  );
  return new RequestAuth({ type: found.type, [toText(found.type)]: parameters });
};
