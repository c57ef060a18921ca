import { withDescription, t, taggedUnion } from '../codec/index.js';
import { filterEnabledPairs, type Pair, Pairs } from '../requests/pair.js';

/** The tools whose scripts run as they are, by the names that callers use. */
export const foreignDialects = ['postman', 'bruno'] as const;
/** A tool whose scripts run unchanged. */
export type ForeignDialect = (typeof foreignDialects)[number];

/** The events of a request that have a script of another tool, in the order in which they occur. */
export const foreignScriptEvents = ['beforeRequest', 'afterResponse', 'tests'] as const;
/** An event of another tool that runs a script. */
export type ForeignScriptEvent = (typeof foreignScriptEvents)[number];

/** What runs of another tool, in its order: scripts, and between them expressions that set variables or are checked. */
export const foreignEvents = ['beforeRequest', 'variables', 'afterResponse', 'assertions', 'tests'] as const;
/** An event of another tool: its scripts, and the variables and assertions of Bruno. */
export type ForeignEvent = (typeof foreignEvents)[number];

/**
 * Scripts of another tool, which keep the interface that they have there. `beforeRequest` runs before variables are filled
 * in, the others when the response is there. `variables` and `assertions` are Bruno's: names of variables with expressions
 * for their values, and expressions with what is expected of them, such as `eq 200`.
 */
export const ForeignScripts = taggedUnion('scripts of another tool', 'dialect', {
  postman: [{}, { beforeRequest: t.string, tests: t.string }],
  bruno: [
    {},
    {
      beforeRequest: t.string,
      afterResponse: t.string,
      tests: t.string,
      assertions: Pairs,
      variables: Pairs,
    },
  ],
});

/** Those of any tool. */
export interface ForeignScripts extends Partial<Readonly<Record<ForeignScriptEvent, string>>> {
  readonly dialect: ForeignDialect;
  readonly assertions?: readonly Pair[];
  readonly variables?: readonly Pair[];
}

/** Those of a request or folder; null if it has none. */
export const Foreign = t.union([ForeignScripts, t.null], 'scripts of another tool or null');
export type Foreign = t.TypeOf<typeof Foreign>;

/** The codec of the scripts of another tool, described for tools. */
export const foreign = withDescription(Foreign, 'Imports');

/** What runs at an event, as the text of a script that returns the expressions if there are some; "" if nothing does. */
export const foreignText = (scripts: ForeignScripts, event: ForeignEvent): string => {
  if (event !== 'variables' && event !== 'assertions') return scripts[event] ?? '';
  const pairs = filterEnabledPairs(scripts[event] ?? []).map(({ name, value }) => ({ name, value }));
  return pairs.length === 0 ? '' : `return ${JSON.stringify(pairs)};`;
};

/** Whether anything of it runs. */
export const hasForeignScripts = (scripts: ForeignScripts | null): boolean =>
  scripts !== null && foreignEvents.some((event) => foreignText(scripts, event).trim() !== '');
