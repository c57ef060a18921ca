import { withDescription, struct, t } from '../codec/index.js';
import { filterEnabledPairs } from '../requests/pair.js';
import { type ForeignScripts, foreignScriptEvents } from '../imports/foreign-scripts.js';

/** A script that came in by synchronization or import, and nobody has approved. */
export const NewScript = struct('a new script', {
  path: withDescription(t.string, 'Of its file'),
  /** Null for the script of a folder or of the workspace. */
  requestId: t.union([t.string, t.null], 'the id of a request or null'),
  usesSecrets: t.boolean,
  sends: t.boolean,
});
export type NewScript = t.TypeOf<typeof NewScript>;

/** What is known of the content of a script that came from outside or was written into a folder. */
export interface ScriptReview {
  /** Of the content. */
  readonly hash: string;
  /** Whether a person approved it, or it was here before. */
  readonly isApproved: boolean;
  /** Of a file that scripts require, below the data folder; null for what is stored in the workspace. */
  readonly path: string | null;
  /** What a person compares it with: what was there before, and of an approved file its text. */
  readonly text: string | null;
}

/** In place of a hash: the decision about every script of a workspace. */
export const everyScript = '*';

/** What of the scripts of a workspace waits for a person. */
export interface ScriptTrust {
  /** Whether a person trusts the folder, so that nothing waits. */
  readonly isTrusted: boolean;
  /** The hashes of contents. */
  readonly waiting: readonly string[];
}

/** A script from outside as a person sees it. */
export const OutsideScript = struct('a script from outside', {
  hash: t.string,
  path: t.string,
  requestId: t.union([t.string, t.null], 'the id of a request or null'),
  usesSecrets: t.boolean,
  sends: t.boolean,
  /** What was there before; empty if nothing was. */
  before: t.string,
  text: t.string,
});
export type OutsideScript = t.TypeOf<typeof OutsideScript>;

export const OutsideScripts = struct('the scripts from outside that wait for a person', {
  isTrusted: t.boolean,
  /** Whether every folder is trusted, whatever a person decides. */
  isFixed: t.boolean,
  scripts: t.readonlyArray(OutsideScript),
});
export type OutsideScripts = t.TypeOf<typeof OutsideScripts>;

/** How a script can reach everything by names that it puts together. */
const byOtherNames = /\benv\s*\[|\beval\b|\bFunction\b|\bglobalThis\b|\bReflect\b|\bconstructor\b/;

const secretsByName =
  /\b(?:get|has)Secret(?:Var)?\b|\.(?:environment|variables|globals|collectionVariables)\s*\.\s*(?:get|has|toObject|toJSON|replaceIn)\b|\bget(?:Environment|Global)Variable\b|\bgetEnvVar\b|\bgetProcessEnv\b|\binterpolate\b|\{\{/;

const callsByName = /\b(?:send|execute|sendRequest|runRequest|fetch)\s*\(|\baxios\b/;

/** Whether a script seems to read secrets and to send requests. It is a hint for a person: what a script may do is enforced elsewhere. */
export const useOfScript = (text: string): Pick<NewScript, 'usesSecrets' | 'sends'> => {
  const isOpen = byOtherNames.test(text);
  return { usesSecrets: isOpen || secretsByName.test(text), sends: isOpen || callsByName.test(text) };
};

/** What runs of another tool at one place, as the text that a person approves; "" if nothing runs. */
export const foreignContent = (foreign: ForeignScripts | null): string => {
  if (foreign === null) return '';
  const scripts = foreignScriptEvents.flatMap((event) => {
    const text = foreign[event] ?? '';
    return text.trim() === '' ? [] : [`// ${foreign.dialect}: ${event}\n${text}`];
  });
  const expressions = (['variables', 'assertions'] as const).flatMap((event) => {
    const pairs = filterEnabledPairs(foreign[event] ?? []).map(({ name, value }) => `${name} = ${value}`);
    return pairs.length === 0 ? [] : [[`// ${foreign.dialect}: ${event}`, ...pairs].join('\n')];
  });
  return [...scripts, ...expressions].join('\n\n');
};
