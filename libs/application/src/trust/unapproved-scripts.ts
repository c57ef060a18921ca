import {
  type AppResult,
  type Folder,
  formatForeignContent,
  type InheritingRequest,
  type NamedScript,
  type Ports,
  resolveInheritance,
  type ScriptFile,
  type ScriptReview,
  type ScriptTrust,
  type Workspace,
} from '@tandem/core';
import { getOrUndefined, pipe, TE } from '@tandem/core/fp';
import type { Refusal } from '@tandem/execution';

import type { StoreAccess } from '../transaction.js';
import { loadWorkspaceFolder } from '../workspaces/resolve-workspace.js';

/** The file that a name in a script refers to, or why it refers to none. */
type ResolvedName = NonNullable<NamedScript['requires']>[string];

/** How many files the scripts of one execution may require. */
const maxRequiredFiles = 100;

/** A call of `require` with a file path as a string. */
const requireCallPattern = /\brequire\s*\(\s*(['"`])(\.{1,2}(?:\/[^'"`\n]*)?)\1\s*\)/g;

/** A path built from `bru.cwd()` and a string that begins with a slash. */
const folderCallPatterns = [
  /\bbru\s*\.\s*cwd\s*\(\s*\)\s*\+\s*(['"`])(\/[^'"`$\n]*)\1/g,
  /(\$)\{\s*bru\s*\.\s*cwd\s*\(\s*\)\s*\}(\/[^`$\n]*)`/g,
] as const;

/** Lists the file names that a script requires. Names that begin with a slash are relative to the data folder. */
const listRequiredNames = ({ text, foreign }: NamedScript): readonly string[] =>
  foreign?.dialect === 'bruno'
    ? [
        ...new Set(
          [requireCallPattern, ...folderCallPatterns].flatMap((one) =>
            [...text.matchAll(one)].map(([, , name = '']) => name),
          ),
        ),
      ]
    : [];

/** Resolves a name to a path in the data folder. Undefined if the name leads out of it. */
const resolveInnerPath = (folder: string, name: string): string | undefined => {
  const parts: string[] = [];
  for (const part of `${folder}/${name}`.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
};

const getFolder = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The paths that Node would try for a path. */
const listCandidatePaths = (path: string): readonly string[] => {
  if (/\.(?:js|cjs|json)$/.test(path)) return [path];
  return path === '' ? ['index.js'] : [`${path}.js`, `${path}.json`, `${path}/index.js`];
};

const problems = {
  outside: { problem: 'leads out of the data folder of the workspace' },
  nowhere: { problem: 'is not a .js, .cjs or .json file in the data folder of the workspace' },
  tooMany: {
    problem: `is one too many: the scripts of an execution require at most ${maxRequiredFiles} files`,
  },
} as const;

interface PendingScript {
  readonly script: NamedScript;
  /** The folder to which the names in this script are relative. */
  readonly folder: string;
}

/** Resolves the names of required files in the scripts, and adds these files and the files that they require. */
const addRequiredFiles = async (
  first: (candidates: readonly string[]) => Promise<ScriptFile | null>,
  scripts: readonly NamedScript[],
): Promise<readonly NamedScript[]> => {
  // In Bruno, the names in scripts of folders are relative to the collection too.
  const queue: PendingScript[] = scripts.map((script) => ({ script, folder: '' }));
  const meanings = new Map<string, ResolvedName>();
  const files = new Set<string>();

  const read = async (path: string): Promise<ResolvedName> => {
    if (files.size >= maxRequiredFiles) return problems.tooMany;
    const found = await first(listCandidatePaths(path));
    if (found === null || 'problem' in found) return found ?? problems.nowhere;
    const { file, text } = found;
    if (files.has(file)) return { file };
    files.add(file);
    const script: NamedScript = { name: file, text, foreign: { dialect: 'bruno', event: 'required' } };
    queue.push({ script, folder: getFolder(file) });
    return { file };
  };
  const meaningOf = async (folder: string, name: string): Promise<ResolvedName> => {
    const path = resolveInnerPath(name.startsWith('/') ? '' : folder, name);
    if (path === undefined) return problems.outside;
    const meaning = meanings.get(path) ?? (await read(path));
    meanings.set(path, meaning);
    return meaning;
  };

  const done: NamedScript[] = [];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const requires: Record<string, ResolvedName> = {};
    for (const name of listRequiredNames(at.script)) requires[name] = await meaningOf(at.folder, name);
    done.push(Object.keys(requires).length === 0 ? at.script : { ...at.script, requires });
  }
  return done;
};

/** Adds the data folder files that the scripts of other tools require. */
export const loadRequiredFiles =
  (ports: StoreAccess & Pick<Ports, 'scriptFiles'>, workspace: Pick<Workspace, 'id' | 'path'>) =>
  (scripts: readonly NamedScript[]): AppResult<readonly NamedScript[]> => {
    const { scriptFiles } = ports;
    if (!scripts.some((one) => listRequiredNames(one).length > 0)) return TE.right(scripts);
    return pipe(
      loadWorkspaceFolder(ports, workspace),
      TE.flatMapTask((folder) => () => {
        const first = async (candidates: readonly string[]): Promise<ScriptFile | null> => {
          if (scriptFiles === undefined) return null;
          const unreadable: ScriptFile = { file: candidates[0] ?? '', problem: 'cannot be read' };
          const file = await getOrUndefined(scriptFiles.first(folder, candidates));
          return file === undefined ? unreadable : file;
        };
        return addRequiredFiles(first, scripts);
      }),
    );
  };

/** The scripts of an execution before they run. */
export interface ExecutionScripts {
  readonly folders: readonly Folder[];
  readonly saved: InheritingRequest & { readonly name: string };
  /** The script of the request, or the script that the call passed instead. */
  readonly script: string;
  /** The scripts of other tools, and the files that they require. */
  readonly foreignScripts: readonly NamedScript[];
}

interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Lists the scripts of the execution that are stored in the workspace. */
const listStoredScripts = ({
  folders,
  saved,
  script,
  foreignScripts,
}: ExecutionScripts): readonly NamedText[] => {
  const { scripts, foreign } = resolveInheritance(folders, saved);
  const ofRequest = `the script of "${saved.name}"`;
  const nameOf = (from: string | null): string =>
    from === null ? ofRequest : from === '' ? 'the script of the workspace' : `the script of ${from}`;
  return [
    ...scripts.map(({ from, script: text }) => ({ name: nameOf(from), text })),
    { name: ofRequest, text: script },
    ...(foreignScripts.length === 0
      ? []
      : foreign.map((one) => ({ name: nameOf(one.from), text: formatForeignContent(one.foreign) }))),
  ].filter(({ text }) => text.trim() !== '');
};

/** Lists the files that the scripts require, except data files, which run nothing. */
const listRequiredFiles = ({ foreignScripts }: ExecutionScripts): readonly NamedText[] =>
  foreignScripts.flatMap(({ name, text, foreign }) =>
    foreign?.event === 'required' && name !== null && !name.endsWith('.json') ? [{ name, text }] : [],
  );

/**
 * Finds the required files that nobody has approved, and records that they wait for a person, with the last approved text to compare each
 * with.
 */
const findUnknownFiles = (
  { contentHash, store }: Ports,
  { id }: Workspace,
  files: readonly NamedText[],
): AppResult<readonly string[]> => {
  if (contentHash === undefined || files.length === 0) return TE.right([]);
  const hashed = files.map((one) => ({ ...one, hash: contentHash(one.text) }));
  return pipe(
    store.scriptReviews.find(
      id,
      hashed.flatMap(({ hash, name }) => [hash, name]),
    ),
    TE.flatMap((reviews) => {
      const approved = new Set(reviews.flatMap(({ hash, isApproved }) => (isApproved ? [hash] : [])));
      const listed = new Set(reviews.map(({ hash }) => hash));
      const unknown = hashed.filter(({ hash }) => !approved.has(hash));
      const waiting = unknown
        .filter(({ hash }) => !listed.has(hash))
        .map(({ hash, name }): ScriptReview => {
          const last = reviews.find(({ path, isApproved }) => path === name && isApproved);
          return { hash, isApproved: false, path: name, text: last?.text ?? null };
        });
      const names = unknown.map(({ name }) => name);
      if (waiting.length === 0) return TE.right(names);
      return pipe(
        store.scriptReviews.add(id, waiting),
        TE.map(() => names),
      );
    }),
  );
};

/** Loads which scripts of a workspace wait for a person. If the program hashes no contents, everything is trusted. */
export const loadScriptTrust = ({ contentHash, store }: Ports, { id }: Workspace): AppResult<ScriptTrust> =>
  contentHash === undefined ? TE.right({ isTrusted: true, waiting: [] }) : store.scriptReviews.trust(id);

/** The names of the scripts of an execution that come from outside and that nobody has approved. */
export const findUnapprovedScripts = (
  ports: Ports,
  workspace: Workspace,
  { isTrusted, waiting }: ScriptTrust,
  running: ExecutionScripts,
): AppResult<readonly string[]> => {
  const { contentHash } = ports;
  if (contentHash === undefined || isTrusted) return TE.right([]);
  const all = new Set(waiting);
  const names =
    all.size === 0 ? [] : listStoredScripts(running).filter(({ text }) => all.has(contentHash(text)));
  return pipe(
    findUnknownFiles(ports, workspace, listRequiredFiles(running)),
    TE.map((more) => [...new Set([...names.map(({ name }) => name), ...more])]),
  );
};

/** How many scripts a message names. */
const maxNamedScripts = 3;

/** Explains why scripts get no secrets and must not send, and what to do about that. */
export const describeUnapprovedScripts = (names: readonly string[]): string => {
  const more = names.length > maxNamedScripts ? ` and ${names.length - maxNamedScripts} more` : '';
  return (
    `Nobody has approved ${names.slice(0, maxNamedScripts).join(', ')}${more} since it came in by synchronization or import. ` +
    'Until then the scripts of this request get no secrets and cannot send requests. Ask the person you work for to look at the ' +
    "new scripts and approve them in Tandem's window, under Trust, or to start a server without a window with --trust-scripts."
  );
};

/** The code of the diagnostic about unapproved scripts. */
export const unapprovedCode = 'SCRIPT_NOT_APPROVED';

const isOff: Refusal = {
  code: 'SCRIPT_REQUESTS_OFF',
  message:
    'The scripts of this workspace may not send requests. A person can allow it in the window, in the Script tab of the workspace, or for one run with tandem run --allow-script-requests.',
};

/** The scripts that want to send, their workspace, and which of them nobody has approved. */
interface SendingScripts {
  readonly workspace: Pick<Workspace, 'id'>;
  readonly unapproved?: readonly string[];
}

/** Creates a check that returns why the scripts of an execution may not send requests, or undefined if a person has allowed it. */
export const createRefusalCheck =
  (ports: Ports, { workspace, unapproved = [] }: SendingScripts) =>
  async (): Promise<Refusal | undefined> => {
    if (unapproved.length > 0)
      return { code: unapprovedCode, message: describeUnapprovedScripts(unapproved) };
    if (ports.scriptsMaySend) return undefined;
    const decided = await getOrUndefined(ports.store.scriptSending.get(workspace.id));
    return decided === true ? undefined : isOff;
  };
