import type { GitFile } from '@tandem/core';

/** The parsed output of `git status`. Paths are relative to the data folder. */
export interface Status {
  readonly branch: string | null;
  readonly commit: string | null;
  readonly upstream: string | null;
  readonly ahead: number;
  readonly behind: number;
  readonly files: readonly GitFile[];
}

/** The arguments of `git status` whose output {@link parseStatus} reads. They exclude renames and submodules. */
export const statusArguments = [
  'status',
  '--porcelain=v2',
  '--branch',
  '-z',
  '--untracked-files=all',
  '--no-renames',
  '--ignore-submodules=all',
  '--',
  '.',
] as const;

const shortLength = 8;

const toObject = (id: string | undefined): string | null => (id === undefined || /^0+$/.test(id) ? null : id);

const toStaged = (states: string): GitFile['staged'] => {
  if (states.startsWith('.')) return 'none';
  return states.endsWith('.') ? 'all' : 'part';
};

/** Splits an entry into its first `words` words and the path after them, which may contain spaces. */
const splitEntry = (entry: string, words: number): readonly string[] => {
  const parts = entry.split(' ');
  return [...parts.slice(0, words), parts.slice(words).join(' ')];
};

const parseFile = (entry: string): GitFile | undefined => {
  switch (entry[0]) {
    case '?':
      return { path: entry.slice(2), object: null, stagedObject: null, staged: 'none', isConflict: false };
    case '1': {
      const [, states = '', , , , , head, index, path = ''] = splitEntry(entry, 8);
      const staged = toStaged(states);
      const stagedObject = staged === 'none' ? null : toObject(index);
      return { path, object: toObject(head), stagedObject, staged, isConflict: false };
    }
    case 'u': {
      const [, , , , , , , , ours, , path = ''] = splitEntry(entry, 10);
      return { path, object: toObject(ours), stagedObject: null, staged: 'none', isConflict: true };
    }
    default:
      return undefined;
  }
};

/** @param prefix the path from the root of the repository to the data folder */
export const parseStatus = (output: string, prefix: string): Status => {
  const headers = new Map<string, string>();
  const files: GitFile[] = [];
  for (const entry of output.split('\0')) {
    const [, name, value = ''] = /^# branch\.(\S+) (.*)$/s.exec(entry) ?? [];
    if (name !== undefined) headers.set(name, value);
    const file = parseFile(entry);
    if (file?.path.startsWith(prefix) === true) files.push({ ...file, path: file.path.slice(prefix.length) });
  }
  const [, ahead = '0', behind = '0'] = /^\+(\d+) -(\d+)$/.exec(headers.get('ab') ?? '') ?? [];
  const [branch = '(detached)', commit = '(initial)'] = [headers.get('head'), headers.get('oid')];
  return {
    branch: branch === '(detached)' ? null : branch,
    commit: commit === '(initial)' ? null : commit.slice(0, shortLength),
    upstream: headers.get('upstream') ?? null,
    ahead: Number(ahead),
    behind: Number(behind),
    files,
  };
};
