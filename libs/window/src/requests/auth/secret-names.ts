import type { Names } from '../url/resolve-url.js';

/** A name for a secret that holds `what`, such as `client_secret`; one that is not taken yet. */
export const findFreeSecretName = (
  what: string,
  { inherited = [], variables, secrets, builtIns }: Names,
): string => {
  const taken = new Set([
    ...[...inherited, ...variables, ...secrets].map(({ name }) => name),
    ...Object.keys(builtIns),
  ]);
  const base = toSecretName(what);
  for (let number = 2, name = base; ; number += 1) {
    if (!taken.has(name)) return name;
    name = `${base}_${number}`;
  }
};

/** The name that a secret for `what` has by default. */
export const toSecretName = (what: string): string => what.toLowerCase().replaceAll(/\W+/g, '_');

/** Whether a text is itself what should be secret: it is not empty and has no `{{variable}}`. */
export const isLiteral = (text: string): boolean => text.trim() !== '' && !text.includes('{{');
