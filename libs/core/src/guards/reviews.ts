import { oneOf, struct, t, withDescription } from '../codec/index.js';
import { foreignScriptEvents, type ForeignScripts } from '../imports/foreign-scripts.js';
import { filterEnabledPairs } from '../requests/fields.js';

/** Settings that affect who can read what is sent: each lets a third party read it or impersonate somebody. */
export const connectionKinds = ['proxy', 'ca', 'clientCertificate', 'unverified'] as const;
/** A connection setting that needs approval, such as a proxy. */
export type ConnectionKind = (typeof connectionKinds)[number];

/** Such a setting, pending until a person approves its content. */
export const ConnectionReview = struct('a connection setting that waits for a person', {
  kind: oneOf(...connectionKinds),
  /** Identifies its content. */
  key: t.string,
  value: withDescription(t.string, 'The proxy, the file with its SHA-256, or what is not verified'),
});
export type ConnectionReview = t.TypeOf<typeof ConnectionReview>;

export const ConnectionReviews = struct('the connection settings that wait for a person', {
  /** Whether all of them are trusted without a decision. */
  isFixed: t.boolean,
  settings: t.readonlyArray(ConnectionReview),
});
export type ConnectionReviews = t.TypeOf<typeof ConnectionReviews>;

/** Replaces the path of a file: the key for everything known about settings of one kind. */
export const toReviewPlace = (kind: ConnectionKind): string => `connection:${kind}`;

/** Keys of settings contain a colon; hashes of scripts never do. */
export const isConnectionKey = (key: string): boolean =>
  connectionKinds.some((kind) => key.startsWith(`${kind}:`));

/** A script from a sync or an import that has not been approved. */
export const NewScript = struct('a new script', {
  path: withDescription(t.string, 'Of its file'),
  /** Null for the script of a folder or of the workspace. */
  requestId: t.union([t.string, t.null], 'the id of a request or null'),
  usesSecrets: t.boolean,
  sends: t.boolean,
});
export type NewScript = t.TypeOf<typeof NewScript>;

/** What is known about the content of a script from outside or from a folder. */
export interface ScriptReview {
  /** Hash of the content. */
  readonly hash: string;
  /** Whether a person approved it, or it existed before. */
  readonly isApproved: boolean;
  /** The path of a required file, below the data folder; null for scripts stored in the workspace. */
  readonly path: string | null;
  /** For comparison by a person: the previous content, and the text of an approved file. */
  readonly text: string | null;
}

/** Replaces a hash: the decision about every script of a workspace. */
export const everyScript = '*';

/** The scripts of a workspace that wait for approval. */
export interface ScriptTrust {
  /** Whether a person trusts the folder, so that nothing needs approval. */
  readonly isTrusted: boolean;
  /** Content hashes. */
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
  /** Whether every folder is trusted without a decision. */
  isFixed: t.boolean,
  scripts: t.readonlyArray(OutsideScript),
});
export type OutsideScripts = t.TypeOf<typeof OutsideScripts>;

/** Ways for a script to reach everything through computed names. */
const byOtherNames = /\benv\s*\[|\beval\b|\bFunction\b|\bglobalThis\b|\bReflect\b|\bconstructor\b/;

const secretsByName =
  /\b(?:get|has)Secret(?:Var)?\b|\.(?:environment|variables|globals|collectionVariables)\s*\.\s*(?:get|has|toObject|toJSON|replaceIn)\b|\bget(?:Environment|Global)Variable\b|\bgetEnvVar\b|\bgetProcessEnv\b|\binterpolate\b|\{\{/;

const callsByName = /\b(?:send|execute|sendRequest|runRequest|fetch)\s*\(|\baxios\b/;

/**
 * Whether a script seems to read secrets and send requests. Only a hint for a person: permissions are enforced
 * elsewhere.
 */
export const analyzeScriptUse = (text: string): Pick<NewScript, 'usesSecrets' | 'sends'> => {
  const isOpen = byOtherNames.test(text);
  return { usesSecrets: isOpen || secretsByName.test(text), sends: isOpen || callsByName.test(text) };
};

/** The other tool's scripts at one place, as the text that a person approves; "" if nothing runs. */
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
