import type { NamedScript } from '@tandem/core';
import { findNearest } from '@tandem/core/codec';

import type { GuestAnswer, OwnHandler } from './messages.js';

const names: readonly OwnHandler[] = ['onRequest', 'onResponse', 'onTest'];

/** The location of the export of `name`, such as `script:1:8`. */
const getLocation = (where: string, script: string, name: string): string => {
  const escaped = name.replace(/[$]/g, '\\$&');
  const found = new RegExp(`\\bexport\\b[^;]*?(?<![\\w$])${escaped}(?![\\w$])`, 'd').exec(script);
  if (found === null) return where;
  const lines = script.slice(0, found.index + found[0].length - name.length).split('\n');
  return `${where}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
};

/** Reports exported functions with almost a handler's name, with their locations, and drops the others. */
export const reportSimilarHandlers = (scripts: readonly NamedScript[], answer: GuestAnswer): GuestAnswer => ({
  ...answer,
  diagnostics: answer.diagnostics.flatMap((one) => {
    if (one.code !== 'HANDLER_UNKNOWN') return [one];
    const name = one.message;
    const plain = name.replaceAll(/[_$]/g, '');
    const [near] = /^on/i.test(plain) ? findNearest(plain, names) : [];
    if (near === undefined) return [];
    const message = `${name} is exported but never called. Did you mean ${near}?`;
    const { where = 'script' } = one;
    const script = scripts.find((each) => (each.name ?? 'script') === where)?.text ?? '';
    return [{ code: one.code, message, where: getLocation(where, script, name) }];
  }),
});
