import { oneOf, struct, t, withDescription } from '../codec/index.js';
import { foreignScriptEvents, type ForeignScripts } from '../imports/foreign-scripts.js';
import { filterEnabledPairs } from '../requests/fields.js';

/** The kinds of settings that need approval. Each can let a third party read requests or impersonate somebody. */
export const connectionKinds = ['proxy', 'ca', 'clientCertificate', 'unverified'] as const;
/** A connection setting that needs approval, such as a proxy. */
export type ConnectionKind = (typeof connectionKinds)[number];

/** A connection setting that waits until a person approves its content. */
export const ConnectionReview = struct('a connection setting that waits for a person', {
  kind: oneOf(...connectionKinds),
  /** Identifies the setting's content: other content needs a new approval. */
  key: t.string,
  value: withDescription(t.string, 'The proxy, the file with its SHA-256, or what is not verified'),
});
export type ConnectionReview = t.TypeOf<typeof ConnectionReview>;

export const ConnectionReviews = struct('the connection settings that wait for a person', {
  /** Whether all settings are trusted, so that nobody has to decide. */
  isFixed: t.boolean,
  settings: t.readonlyArray(ConnectionReview),
});
export type ConnectionReviews = t.TypeOf<typeof ConnectionReviews>;

/** The path under which the reviews of one kind of setting are stored, because settings have no file. */
export const getReviewPath = (kind: ConnectionKind): string => `connection:${kind}`;

/** Whether a key belongs to a setting. Keys of settings contain a colon; hashes of scripts do not. */
export const isConnectionKey = (key: string): boolean =>
  connectionKinds.some((kind) => key.startsWith(`${kind}:`));

/** A script that a synchronization or an import has added and that has not been approved. */
export const NewScript = struct('a new script', {
  path: withDescription(t.string, 'Of its file'),
  /** Null for the script of a folder or of the workspace. */
  requestId: t.union([t.string, t.null], 'the id of a request or null'),
  usesSecrets: t.boolean,
  sends: t.boolean,
});
export type NewScript = t.TypeOf<typeof NewScript>;

/** The review of a script, or of other content, that came from outside or from a workspace folder. */
export interface ScriptReview {
  /** Hash of the content. */
  readonly hash: string;
  /** Whether a person approved the content. Content that is older than approvals counts as approved. */
  readonly isApproved: boolean;
  /** The path of a required file, below the data folder; null for scripts stored in the workspace. */
  readonly path: string | null;
  /** The text with which a person compares new content: the previous content, or that of an approved file. */
  readonly text: string | null;
}

/** Used instead of a hash for the decision about all scripts of a workspace. */
export const everyScript = '*';

/** The scripts of a workspace that wait for approval. */
export interface ScriptTrust {
  /** Whether a person trusts the folder, so that nothing needs approval. */
  readonly isTrusted: boolean;
  /** The content hashes of the scripts that wait. */
  readonly waiting: readonly string[];
}

/** A script from outside, as shown to a person. */
export const OutsideScript = struct('a script from outside', {
  hash: t.string,
  path: t.string,
  requestId: t.union([t.string, t.null], 'the id of a request or null'),
  usesSecrets: t.boolean,
  sends: t.boolean,
  /** The previous content; empty if there was none. */
  before: t.string,
  text: t.string,
});
export type OutsideScript = t.TypeOf<typeof OutsideScript>;

export const OutsideScripts = struct('the scripts from outside that wait for a person', {
  isTrusted: t.boolean,
  /** Whether all folders are trusted, so that nobody has to decide. */
  isFixed: t.boolean,
  scripts: t.readonlyArray(OutsideScript),
});
export type OutsideScripts = t.TypeOf<typeof OutsideScripts>;

/** Matches ways in which a script can reach everything through computed names. */
const computedAccess = /\benv\s*\[|\beval\b|\bFunction\b|\bglobalThis\b|\bReflect\b|\bconstructor\b/;

/** Matches reads of secrets, or of all variables. */
const secretReads =
  /\b(?:get|has)Secret(?:Var)?\b|\.(?:environment|variables|globals|collectionVariables)\s*\.\s*(?:toObject|toJSON)\b|\bgetProcessEnv\b/;

/** Matches code that reads a variable by name, or the variables in a text. A variable may be a secret. */
const variableReads =
  /\.(?:environment|variables|globals|collectionVariables)\s*\.\s*(?:get|has|replaceIn)\b|\bget(?:Environment|Global)Variable\b|\bgetEnvVar\b|\binterpolate\b/g;

/** Matches the call after a read, whose argument is a literal name or text. */
const literalCall = /\s*\(\s*(?:'([^'\\\n]*)'|"([^"\\\n]*)"|`([^`\\$]*)`)\s*[,)]/y;

/** A variable in a text; without a name if the name is computed. */
const variableInText = /\{\{(?:\s*(\$?[^{}$'"`]+?)\s*\}\})?/g;

/** Whether a script seems to read a secret. A read with a computed name counts, because the name may be that of a secret. */
const readsSecrets = (text: string, isSecret: (name: string) => boolean): boolean => {
  if (secretReads.test(text)) return true;
  for (const { index, 0: read } of text.matchAll(variableReads)) {
    literalCall.lastIndex = index + read.length;
    const [, single, double, template] = literalCall.exec(text) ?? [];
    const name = single ?? double ?? template;
    // Calls that fill in the variables in a text are checked below.
    if (name === undefined || (!/replaceIn|interpolate/.test(read) && isSecret(name))) return true;
  }
  return [...text.matchAll(variableInText)].some(([, name]) => name === undefined || isSecret(name));
};

const requestCalls = /\b(?:send|execute|sendRequest|runRequest|fetch)\s*\(|\baxios\b/;

/** Whether a script seems to read secrets or send requests. This is only a hint for a person; the permissions are enforced elsewhere. */
export const analyzeScriptUse = (
  text: string,
  isSecret: (name: string) => boolean,
): Pick<NewScript, 'usesSecrets' | 'sends'> => {
  const isOpen = computedAccess.test(text);
  return { usesSecrets: isOpen || readsSecrets(text, isSecret), sends: isOpen || requestCalls.test(text) };
};

/** The scripts of another tool at one level, as the text that a person approves; "" if nothing runs. */
export const formatForeignContent = (foreign: ForeignScripts | null): string => {
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
