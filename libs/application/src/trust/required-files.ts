import type { AppResult, NamedScript, Ports, ScriptFile, Workspace } from '@tandem/core';
import { E, pipe, TE } from '@tandem/core/fp';

import type { StoreAccess } from '../transaction.js';
import { loadWorkspaceFolder } from '../workspaces/workspace-folder.js';

/** What a name in a script refers to. */
type Meaning = NonNullable<NamedScript['requires']>[string];

/** Maximum number of files that the scripts of an execution may require. */
const maxRequiredFiles = 100;

/** A call of `require` with a file path as a string. */
const call = /\brequire\s*\(\s*(['"`])(\.{1,2}(?:\/[^'"`\n]*)?)\1\s*\)/g;

/** A path built from `bru.cwd()` and a string that begins with a slash. */
const fromFolder = [
  /\bbru\s*\.\s*cwd\s*\(\s*\)\s*\+\s*(['"`])(\/[^'"`$\n]*)\1/g,
  /(\$)\{\s*bru\s*\.\s*cwd\s*\(\s*\)\s*\}(\/[^`$\n]*)`/g,
] as const;

/** The file names in a script. Those that begin with a slash are relative to the data folder. */
const listRequiredNames = ({ text, foreign }: NamedScript): readonly string[] =>
  foreign?.dialect === 'bruno'
    ? [
        ...new Set(
          [call, ...fromFolder].flatMap((one) => [...text.matchAll(one)].map(([, , name = '']) => name)),
        ),
      ]
    : [];

/** A path below the data folder. Undefined if it is outside. */
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

/** The files that a path may refer to, as in Node. */
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
  /** The folder that its names are relative to. */
  readonly folder: string;
}

/** The scripts with their resolved names, and the files that they and those files require. */
const addRequiredFiles = async (
  first: (candidates: readonly string[]) => Promise<ScriptFile | null>,
  scripts: readonly NamedScript[],
): Promise<readonly NamedScript[]> => {
  // As in Bruno, names in folder scripts are relative to the data folder too.
  const queue: PendingScript[] = scripts.map((script) => ({ script, folder: '' }));
  const meanings = new Map<string, Meaning>();
  const files = new Set<string>();

  const read = async (path: string): Promise<Meaning> => {
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
  const meaningOf = async (folder: string, name: string): Promise<Meaning> => {
    const path = resolveInnerPath(name.startsWith('/') ? '' : folder, name);
    if (path === undefined) return problems.outside;
    const meaning = meanings.get(path) ?? (await read(path));
    meanings.set(path, meaning);
    return meaning;
  };

  const done: NamedScript[] = [];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const requires: Record<string, Meaning> = {};
    for (const name of listRequiredNames(at.script)) requires[name] = await meaningOf(at.folder, name);
    done.push(Object.keys(requires).length === 0 ? at.script : { ...at.script, requires });
  }
  return done;
};

/** The scripts of other tools with the data folder files that they require. */
export const loadRequiredFiles =
  (ports: StoreAccess & Pick<Ports, 'scriptFiles'>, workspace: Pick<Workspace, 'id' | 'path'>) =>
  (scripts: readonly NamedScript[]): AppResult<readonly NamedScript[]> => {
    const { scriptFiles } = ports;
    if (!scripts.some((one) => listRequiredNames(one).length > 0)) return TE.right(scripts);
    return pipe(
      loadWorkspaceFolder(ports, workspace),
      TE.flatMapTask((folder) => () => {
        const first = async (candidates: readonly string[]): Promise<ScriptFile | null> => {
          const outcome = await scriptFiles?.first(folder, candidates)();
          if (outcome === undefined) return null;
          if (E.isRight(outcome)) return outcome.right;
          return { file: candidates[0] ?? '', problem: 'cannot be read' };
        };
        return addRequiredFiles(first, scripts);
      }),
    );
  };
