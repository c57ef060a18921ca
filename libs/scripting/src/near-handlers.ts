import { nearest } from '@tandem/core/codec';

import type { GuestAnswer, Handler } from './messages.js';

const names: readonly Handler[] = ['onRequest', 'onResponse', 'onTest'];

/** The location of the export of `name` as `script:line:column`. */
const placeOf = (script: string, name: string): string => {
  const escaped = name.replace(/[$]/g, '\\$&');
  const found = new RegExp(`\\bexport\\b[^;]*?(?<![\\w$])${escaped}(?![\\w$])`, 'd').exec(script);
  if (found === null) return 'script';
  const lines = script.slice(0, found.index + found[0].length - name.length).split('\n');
  return `script:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
};

/** Reports exported functions with almost the name of a handler, with their locations, and drops the others. */
export const namingNearHandlers = (script: string, answer: GuestAnswer): GuestAnswer => ({
  ...answer,
  diagnostics: answer.diagnostics.flatMap((one) => {
    if (one.code !== 'HANDLER_UNKNOWN') return [one];
    const name = one.message;
    const plain = name.replaceAll(/[_$]/g, '');
    const [near] = /^on/i.test(plain) ? nearest(plain, names) : [];
    if (near === undefined) return [];
    const message = `${name} is exported but never called. Did you mean ${near}?`;
    return [{ code: one.code, message, where: placeOf(script, name) }];
  }),
});
