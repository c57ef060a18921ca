import { createRedactor, prepareRedactor, type Redactor, type Secret } from './redactor.js';

/**
 * The secrets that a call has encountered. They are only ever added: a value that was secret at any time during a
 * call is hidden in everything that the call returns.
 */
export interface CallSecrets {
  readonly add: (secrets: readonly Secret[]) => void;
  /** Each of them once, in the order they were encountered. */
  readonly all: () => readonly Secret[];
  /** Hides those encountered so far. */
  readonly redactor: () => Redactor;
  /** Like `redactor`, but yields if there are many secrets. */
  readonly prepareRedactor: () => Promise<Redactor>;
}

/** Collects the secrets of a call. `outer` is the call that this one is part of, which gets whatever is added here. */
export const createCallSecrets = (outer?: Pick<CallSecrets, 'add'>): CallSecrets => {
  const known = new Map<string, Secret>();
  let all: readonly Secret[] | undefined;
  let redactor: Redactor | undefined;
  const list = (): readonly Secret[] => (all ??= [...known.values()]);
  const get = (): Redactor => (redactor ??= createRedactor(list()));
  return {
    add: (secrets) => {
      const fresh: Secret[] = [];
      for (const { name, value } of secrets) {
        const key = `${name}\0${value}`;
        if (known.has(key)) continue;
        const secret = { name, value };
        known.set(key, secret);
        fresh.push(secret);
      }
      if (fresh.length === 0) return;
      all = undefined;
      redactor = undefined;
      outer?.add(fresh);
    },
    all: list,
    redactor: get,
    prepareRedactor: async () => {
      await prepareRedactor(list());
      return get();
    },
  };
};
