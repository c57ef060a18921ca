import type { Names } from '../url/resolve-url.js';

/** An unused name for a secret that contains `what`, such as `client_secret`. */
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

/** The default name of a secret for `what`. */
export const toSecretName = (what: string): string => what.toLowerCase().replaceAll(/\W+/g, '_');

/** Whether text is a literal secret: it is not empty and has no `{{variable}}`. */
export const isLiteral = (text: string): boolean => text.trim() !== '' && !text.includes('{{');
