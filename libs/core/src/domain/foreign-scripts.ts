import { described, oneOf, struct, t } from '../codec/index.js';

/** The tools whose scripts run as they are, by the names that callers use. */
export const foreignDialects = ['postman'] as const;
export type ForeignDialect = (typeof foreignDialects)[number];

/** The events of a request that have a script of another tool, in the order in which they occur. */
export const foreignEvents = ['beforeRequest', 'tests'] as const;
export type ForeignEvent = (typeof foreignEvents)[number];

/**
 * Scripts of another tool, which keep the interface that they have there. `beforeRequest` runs before variables are filled
 * in, `tests` when the response is there.
 */
export const ForeignScripts = struct(
  'scripts of another tool',
  { dialect: oneOf(...foreignDialects) },
  { beforeRequest: t.string, tests: t.string },
);
export type ForeignScripts = t.TypeOf<typeof ForeignScripts>;

/** Those of a request or folder; null if it has none. */
export const Foreign = t.union([ForeignScripts, t.null], 'scripts of another tool or null');
export type Foreign = t.TypeOf<typeof Foreign>;

export const foreign = described(Foreign, 'Postman');
