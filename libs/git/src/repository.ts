import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';

import { GitRefusedError } from './failures.js';
import type { RunGit } from './run-git.js';

/** A setting of git's configuration, and the scope that sets it. */
export interface Setting {
  readonly scope: string;
  readonly key: string;
  readonly value: string;
}

/** The repository that holds a data folder. */
export interface Repository {
  readonly folder: string;
  readonly root: string;
  /** The path from the root of the repository to the folder, with `/` between its parts and at its end; empty if they are the same. */
  readonly prefix: string;
  readonly gitDirectory: string;
  readonly commonDirectory: string;
  readonly settings: readonly Setting[];
  /** The names of the settings in the repository's own configuration that are not known to be harmless. */
  readonly programs: readonly string[];
  /** Settings that switch off the filters which the repository itself defines. */
  readonly withoutFilters: readonly string[];
}

/**
 * Settings of a repository that cannot make git run a program or use another proxy. All other settings need trust, including those of
 * future versions of git.
 */
const harmlessSettings = new RegExp(
  [
    'core\\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath|untrackedcache|splitindex|preloadindex|trustctime|checkstat|longpaths|commentchar|abbrev|sharedrepository|sparsecheckout(?:cone)?|excludesfile|attributesfile|whitespace|protecthfs|protectntfs|compression|bigfilethreshold|multipackindex|commitgraph|worktree)',
    'extensions\\.(?:objectformat|worktreeconfig|refstorage|preciousobjects|relativeworktrees|compatobjectformat|partialclone)',
    'remote\\.(?:.+\\.)?(?:url|pushurl|fetch|push|tagopt|prune|prunetags|mirror|pushdefault|skipdefaultupdate|skipfetchall|promisor|partialclonefilter|gh-resolved|followremotehead)',
    'branch\\.(?:.+\\.)?(?:remote|merge|rebase|pushremote|description|autosetuprebase|autosetupmerge|sort|vscode-merge-base|github-pr-owner-number|gk-.+)',
    'url\\..+\\.(?:insteadof|pushinsteadof)',
    'submodule\\.(?:active|.+\\.(?:url|active|branch))',
    'pull\\.(?:rebase|ff)',
    'push\\.(?:default|followtags|autosetupremote|pushoption)',
    'fetch\\.(?:prune|prunetags|parallel|output|showforcedupdates|writecommitgraph|all)',
    'merge\\.(?:conflictstyle|ff|log|stat|renames|directoryrenames|autostash|tandem\\.name)',
    'rebase\\.(?:autostash|autosquash|updaterefs|stat)',
    'diff\\.(?:algorithm|renames|renamelimit|mnemonicprefix|noprefix|colormoved|context|interhunkcontext)',
    'lfs\\.(?:repositoryformatversion|.+\\.(?:access|locksverify))',
    'commit\\.(?:cleanup|status|verbose|gpgsign)',
    'user\\.(?:name|email|signingkey|useconfigonly)',
    '(?:author|committer)\\.(?:name|email)',
    '(?:alias|color|advice|column|status|index|feature|pack|gc|maintenance|rerere|i18n|gui|gitlens|github|hub|gitflow|include)\\..+',
    'includeif\\..+\\.path',
  ]
    .map((pattern) => `^${pattern}$`)
    .join('|'),
  's',
);

const driverSetting = 'merge.tandem.driver';

const parseSettings = (output: string): readonly Setting[] => {
  const parts = output.split('\0');
  const settings: Setting[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [scope = '', entry = ''] = [parts[at], parts[at + 1]];
    // Ignore the settings that this library passes to its own commands.
    if (scope === 'command') continue;
    const end = entry.indexOf('\n');
    settings.push({
      scope,
      key: end === -1 ? entry : entry.slice(0, end),
      value: end === -1 ? '' : entry.slice(end + 1),
    });
  }
  return settings;
};

const isOwn = ({ scope }: Setting): boolean => scope === 'local' || scope === 'worktree';

/**
 * Finds the settings in the repository's own configuration that may make git run a program.
 * @param ownDriver the command of Tandem's own merge driver, which Tandem sets up in repositories
 */
export const findPrograms = (
  settings: readonly Setting[],
  ownDriver: string | undefined,
): readonly string[] => {
  const isKnown = ({ key, value }: Setting): boolean =>
    harmlessSettings.test(key) || (key === driverSetting && value === ownDriver);
  const found = settings.filter((one) => isOwn(one) && !isKnown(one)).map(({ key }) => key);
  return [...new Set(found)].sort();
};

/** Creates settings that switch off filters. Git runs filters to compare files, so even commands that change nothing run them. */
const listWithoutFilters = (settings: readonly Setting[]): readonly string[] => {
  const names = settings
    .filter(isOwn)
    .map(({ key }) => /^filter\.(.+)\.[^.]+$/s.exec(key)?.[1])
    .filter((name) => name !== undefined);
  return [...new Set(names)].flatMap((name) => {
    // Git would end the name at the equals sign and leave the filter on.
    if (name.includes('='))
      throw new GitRefusedError(
        `The configuration of the repository has a filter "${name}" that cannot be switched off. Rename it in .git/config.`,
      );
    const of = `filter.${name}`;
    return [`${of}.clean=`, `${of}.smudge=`, `${of}.process=`, `${of}.required=false`];
  });
};

const isInside = (root: string, folder: string): boolean => {
  const path = relative(root, folder);
  return path === '' || (!path.startsWith(`..${sep}`) && path !== '..' && resolve(root, path) === folder);
};

/** Finds the repository that holds `folder`. Runs nothing that the repository configures. */
export const findRepository = async (
  run: RunGit,
  folder: string,
  ownDriver: string | undefined,
): Promise<Repository> => {
  const realFolder = await realpath(folder).catch(() => {
    throw new GitRefusedError('There is no data folder yet. Synchronize first.');
  });
  const reading = { folder: realFolder, reach: 'read' } as const;
  const found = await run({
    ...reading,
    args: ['rev-parse', '--show-toplevel', '--absolute-git-dir', '--git-common-dir', '--show-prefix'],
  });
  const [top = '', gitDirectory = '', common = '', prefix = ''] = found.split('\n');
  const root = await realpath(top);
  if (!isInside(root, realFolder))
    throw new GitRefusedError(
      `The repository of this folder has its files at ${root}, which does not hold the folder. Check core.worktree in its configuration.`,
    );
  const settings = parseSettings(
    await run({ ...reading, args: ['config', '--list', '--show-scope', '--null'] }),
  );
  return {
    folder: realFolder,
    root,
    prefix,
    gitDirectory,
    commonDirectory: resolve(realFolder, common),
    settings,
    programs: findPrograms(settings, ownDriver),
    withoutFilters: listWithoutFilters(settings),
  };
};

/** The value of a setting. If it is set several times, the last value counts. */
export const getSetting = ({ settings }: Repository, name: string): string | undefined =>
  settings.findLast(({ key }) => key === name)?.value;

/** The names of the remotes. */
export const listRemotes = ({ settings }: Repository): readonly string[] => {
  const names = settings.map(({ key }) => /^remote\.(.+)\.url$/s.exec(key)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))];
};

/** The hooks that the commands of this library would run. */
const hookNames = new Set([
  'pre-commit',
  'prepare-commit-msg',
  'commit-msg',
  'post-commit',
  'post-checkout',
  'pre-merge-commit',
  'post-merge',
  'post-rewrite',
  'pre-rebase',
  'pre-push',
  'reference-transaction',
]);

/** The names of the hooks that the repository has. */
export const listHooks = async (repository: Repository): Promise<readonly string[]> => {
  const own = getSetting(repository, 'core.hookspath');
  const directory =
    own === undefined ? join(repository.commonDirectory, 'hooks') : resolve(repository.root, own);
  const names = await readdir(directory).catch(() => []);
  return names.filter((name) => hookNames.has(name)).sort();
};

const unfinishedMarks = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
] as const;

/** Finds the operation that git has not finished, by the files that git keeps until it ends. */
export const findUnfinished = async ({ gitDirectory }: Repository) => {
  for (const [mark, work] of unfinishedMarks) {
    const isThere = await stat(join(gitDirectory, mark)).then(
      () => true,
      () => false,
    );
    if (isThere) return work;
  }
  return null;
};
