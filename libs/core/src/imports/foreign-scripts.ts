import { withDescription, t, taggedUnion } from '../codec/index.js';
import { filterEnabledPairs, type Pair, Pairs } from '../requests/fields.js';

/** The tools whose scripts run unchanged, by the names that callers use. */
export const foreignDialects = ['postman', 'bruno'] as const;
/** Another tool whose scripts run unchanged. */
export type ForeignDialect = (typeof foreignDialects)[number];

/** The request events that can have scripts of another tool, in execution order. */
export const foreignScriptEvents = ['beforeRequest', 'afterResponse', 'tests'] as const;
/** An event of another tool that runs a script. */
export type ForeignScriptEvent = (typeof foreignScriptEvents)[number];

/** The events of a request in other tools, in order. At each of them run scripts, or expressions that set variables or are asserted. */
export const foreignEvents = ['beforeRequest', 'variables', 'afterResponse', 'assertions', 'tests'] as const;
/** An event of another tool: its scripts, and Bruno's variables and assertions. */
export type ForeignEvent = (typeof foreignEvents)[number];

/**
 * Scripts of another tool, which keep their original API. `beforeRequest` runs before variables are filled in; the other events run after
 * the response. `variables` and `assertions` are Bruno's: variable names with expressions for their values, and expressions with the
 * expected result, such as `eq 200`.
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

/** Scripts of any tool. */
export interface ForeignScripts extends Partial<Readonly<Record<ForeignScriptEvent, string>>> {
  readonly dialect: ForeignDialect;
  readonly assertions?: readonly Pair[];
  readonly variables?: readonly Pair[];
}

/** The scripts of a request or folder; null if it has none. */
export const Foreign = t.union([ForeignScripts, t.null], 'scripts of another tool or null');
export type Foreign = t.TypeOf<typeof Foreign>;

/** The codec for another tool's scripts, with a description for tools. */
export const foreign = withDescription(Foreign, 'Imports');

/**
 * The text of the script that runs at an event; "" if nothing runs. For variables and assertions, it is a script that returns their
 * names and expressions.
 */
export const formatForeignScript = (scripts: ForeignScripts, event: ForeignEvent): string => {
  if (event !== 'variables' && event !== 'assertions') return scripts[event] ?? '';
  const pairs = filterEnabledPairs(scripts[event] ?? []).map(({ name, value }) => ({ name, value }));
  return pairs.length === 0 ? '' : `return ${JSON.stringify(pairs)};`;
};

/** Whether there is anything to run. */
export const hasForeignScripts = (scripts: ForeignScripts | null): boolean =>
  scripts !== null && foreignEvents.some((event) => formatForeignScript(scripts, event).trim() !== '');
