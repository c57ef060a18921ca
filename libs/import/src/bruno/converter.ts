import { readFile, realpath, rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';

import {
  type AppError,
  type BrunoConversion,
  type BrunoConverter,
  type BrunoConversionInput,
  createInvalidInput,
} from '@tandem/core';
import { TE } from '@tandem/core/fp';
import { createWorkers, findWorkerFile, type WorkerLimits, type Workers } from '@tandem/node';

import type { BruFile, ConvertedFile } from './convert.js';
import {
  brunoLimits,
  type BrunoFolder,
  NoCollectionError,
  type Problem,
  readBrunoFolder,
} from './read-folder.js';
import {
  createTargets,
  findConflictingFiles,
  findEnvFileProblem,
  FileExistsError,
  isEmptyOrMissing,
  type Target,
  writeInPlace,
  writeNewFolder,
} from './write-folder.js';

interface ConvertedFiles {
  readonly kind: 'converted';
  readonly files: readonly ConvertedFile[];
}

/** Limits of one step. A thread does one step at a time, so that a caller waits at most 10 s for a file. */
const defaultLimits: WorkerLimits = { timeMs: 8_000, memoryMb: 1_024, workers: 1 };

const workerFile = findWorkerFile(
  new URL('./worker.js', import.meta.url),
  new URL('../../dist/bruno/worker.js', import.meta.url),
);

/** Maximum number of files and of characters in one step: about a second of work. */
const stepLimits = { files: 50, characters: 200_000 } as const;

const splitIntoSteps = (files: readonly BruFile[]): readonly (readonly BruFile[])[] => {
  const steps: BruFile[][] = [];
  let characters = 0;
  for (const one of files) {
    const last = steps.at(-1);
    if (
      last === undefined ||
      last.length >= stepLimits.files ||
      characters + one.text.length > stepLimits.characters
    ) {
      steps.push([one]);
      characters = one.text.length;
    } else {
      last.push(one);
      characters += one.text.length;
    }
  }
  return steps;
};

const isFault = (one: ConvertedFile): one is Extract<ConvertedFile, { readonly line: number }> =>
  'line' in one;

/** An error for the caller, thrown from file system code. */
class RefusalError extends Error {
  readonly error: AppError;
  constructor(field: string, advice: string, got: string) {
    super(advice);
    this.error = createInvalidInput(field, advice, { expected: 'a folder that can be used', got });
  }
}

const isWithin = (outer: string, path: string): boolean => !relative(outer, path).startsWith('..');

/** Rejects a target folder that is not empty, or that is within the converted folder. */
const checkTargetFolder = async (folder: string, into: string): Promise<void> => {
  if (isWithin(folder, into))
    throw new RefusalError('into', 'must not be in the folder that is converted', into);
  if (!(await isEmptyOrMissing(into))) throw new RefusalError('into', 'must be a new or empty folder', into);
};

const countFiles = (files: readonly BruFile[], kind: BruFile['kind']): number =>
  files.filter((one) => one.kind === kind).length;

/** Removes the converted files, except files that were changed meanwhile. */
const removeConverted = async (root: string, files: readonly BruFile[]): Promise<void> => {
  for (const { path, text } of files) {
    const now = await readFile(join(root, path), 'utf8').catch(() => undefined);
    if (now === text) await rm(join(root, path));
  }
  await rm(join(root, 'bruno.json'));
};

interface Plan {
  readonly folder: BrunoFolder;
  readonly targets: readonly Target[];
  readonly converted: readonly ConvertedFile[];
  readonly problems: readonly Problem[];
}

/** Separates the files to copy into a new folder from files that exceed the size limit. */
const splitCopiedFiles = ({ others }: BrunoFolder): readonly [readonly string[], readonly string[]] => {
  const copied: string[] = [];
  const left: string[] = [];
  let total = 0;
  for (const { path, bytes } of others) {
    total += bytes;
    (total <= brunoLimits.bytes ? copied : left).push(path);
  }
  return [copied, left];
};

type Ask = Workers<readonly BruFile[], ConvertedFiles>;

const createLimitProblem = (
  { path }: BruFile,
  kind: 'timeout' | 'memory',
  { timeMs }: WorkerLimits,
): Problem => {
  const what = kind === 'timeout' ? `takes longer than ${timeMs / 1_000} s` : 'takes too much memory';
  return { path, line: 1, column: 1, message: `it ${what} to read; make it shorter` };
};

/**
 * Converts files in steps. If a step exceeds a limit, its files are converted one by one, to find the file to report. Later files are
 * not converted then, because each of them could take as long.
 */
const convert = async (
  ask: Ask,
  files: readonly BruFile[],
  limits: WorkerLimits,
): Promise<readonly ConvertedFile[]> => {
  const all: ConvertedFile[] = [];
  for (const some of splitIntoSteps(files)) {
    const answer = await ask(some);
    if (answer.kind === 'converted') {
      all.push(...answer.files);
      continue;
    }
    for (const one of some) {
      const alone = some.length === 1 ? answer : await ask([one]);
      if (alone.kind !== 'converted') return [...all, createLimitProblem(one, alone.kind, limits)];
      all.push(...alone.files);
    }
  }
  return all;
};

const createPlan = async (
  ask: Ask,
  root: string,
  into: string | null,
  limits: WorkerLimits,
): Promise<Plan> => {
  const folder = await readBrunoFolder(root);
  const converted = folder.problems.length > 0 ? [] : await convert(ask, folder.files, limits);
  const targets = createTargets(folder.files, converted);
  const taken = into === null ? await findConflictingFiles(root, targets) : [];
  const problems = [
    ...folder.problems,
    ...converted.filter(isFault),
    ...taken.map((path) => ({ path, line: 1, column: 1, message: 'it exists already; move it away' })),
  ];
  return { folder, targets, converted, problems };
};

const runConversion = async (
  ask: Ask,
  { folder: given, into: wanted, dryRun, withoutSecrets = false }: BrunoConversionInput,
  limits: WorkerLimits,
): Promise<BrunoConversion> => {
  const root = await realpath(given);
  const into = wanted === null ? null : resolve(wanted);
  if (into !== null) await checkTargetFolder(root, into);
  const { folder, targets, converted, problems } = await createPlan(ask, root, into, limits);
  const [copied, left] = into === null ? [[], []] : splitCopiedFiles(folder);
  const envFile = into !== null && !withoutSecrets;
  const envFileProblem = envFile ? await findEnvFileProblem(root) : undefined;
  if (!dryRun && problems.length === 0) {
    if (into === null) {
      await writeInPlace(root, targets);
      await removeConverted(root, folder.files);
    } else await writeNewFolder(into, targets, { root, others: copied, envFile });
  }
  return {
    path: into ?? root,
    name: folder.name,
    dryRun,
    requests: countFiles(folder.files, 'request'),
    folders: countFiles(folder.files, 'folder'),
    environments: countFiles(folder.files, 'environment'),
    problems: problems.map(({ path, line, column, message }) => ({ path, line, column, message })),
    leftOut: [
      ...converted.flatMap((one) =>
        'lost' in one ? one.lost.map((what) => ({ place: one.path, what })) : [],
      ),
      ...left.map((place) => ({ place, what: 'it is not copied, because the other files are too large' })),
      ...(envFileProblem === undefined ? [] : [{ place: '.env', what: envFileProblem }]),
    ],
  };
};

/** Converts folders of `.bru` files with Bruno's own library, which a thread loads on first use. */
export const createBrunoConverter = (more: Partial<WorkerLimits> = {}): BrunoConverter => {
  const limits = { ...defaultLimits, ...more };
  const ask = createWorkers<readonly BruFile[], ConvertedFiles>(workerFile, limits);
  return (input) =>
    TE.tryCatch(
      () => runConversion(ask, input, limits),
      (error): AppError => {
        if (error instanceof RefusalError) return error.error;
        if (error instanceof NoCollectionError)
          return createInvalidInput('folder', `holds no collection of .bru files: ${error.message}`, {
            expected: 'a folder with bruno.json',
            got: input.folder,
          });
        const reason =
          error instanceof FileExistsError ? `${error.message} exists` : (error as Error).message;
        return { kind: 'folder-unusable', path: input.into ?? input.folder, reason };
      },
    );
};
