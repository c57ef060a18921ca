import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SynchronizeArguments } from '@tandem/application';
import { createPlannedApplication } from '@tandem/application/testing';
import type { FolderSync, Ids, RestRequestId, SynchronizationReport } from '@tandem/core';
import { unwrapResult } from '@tandem/core/testing';

import { type FileOperations, fileOperations } from '../files/operations.js';
import { createFolderSync } from '../folder-sync.js';
import { defaultFolderLimits } from '../yaml/limits.js';

/** Reads every file below `folder`, sorted by path. */
export const readFiles = async (folder: string): Promise<Readonly<Record<string, string>>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(
    paths.sort().map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const),
  );
  return Object.fromEntries(texts);
};

/** A long time limit, because the thread for a large file may start late on a busy machine. */
const limits = { ...defaultFolderLimits, fileMs: 110_000 };

/**
 * The locations of the files that tests try: in a folder below the workspace's folder, or in the workspace's folder itself, next to
 * unrelated files.
 */
export const layouts = ['tandem', 'own'] as const;
export type Layout = (typeof layouts)[number];

const manifest = 'opencollection: "1.0.0"\ninfo:\n  name: shop\n';

/** Opens an in-memory workspace whose folder on disk can be replaced while it is open. */
export const openTestWorkspace = async (path: string, layout: Layout = 'tandem', ids?: Ids) => {
  if (layout === 'own')
    await writeFile(join(path, 'opencollection.yml'), manifest, { flag: 'wx' }).catch(() => undefined);
  let operations: FileOperations = fileOperations;
  const defects: unknown[] = [];
  const adapter = () => createFolderSync(operations, { limits, onDefect: (error) => defects.push(error) });
  const folderSync: FolderSync = {
    identify: (of) => adapter().identify(of),
    plan: (state) => adapter().plan(state),
  };
  const planned = await createPlannedApplication({ folderSync, path, ...(ids === undefined ? {} : { ids }) });
  const { application, store, workspace } = planned;
  const root = layout === 'own' ? path : join(path, 'tandem');
  return {
    ...planned,
    root,
    /** The exceptions that were thrown while a file was read or planned. */
    defects,
    /** Makes later synchronizations use another file system. */
    on: (next: FileOperations) => {
      operations = next;
    },
    synchronize: (input: SynchronizeArguments = {}): Promise<SynchronizationReport> =>
      unwrapResult<SynchronizationReport>(application.synchronization.synchronize(input)),
    resolve: (input: Parameters<typeof application.synchronization.resolve>[0]) =>
      unwrapResult<SynchronizationReport>(application.synchronization.resolve(input)),
    get: (id: RestRequestId) => unwrapResult(store.restRequests.get(workspace.id, id)),
    all: () => unwrapResult(store.restRequests.all(workspace.id)),
    environments: () => unwrapResult(store.environments.list(workspace.id)),
    /** Each request's position in its folder, by id. */
    seqs: async () =>
      new Map(
        (await unwrapResult(store.requestPositions.list(workspace.id))).map(({ id, seq }) => [id, seq]),
      ),
    read: (file: string) => readFile(join(root, file), 'utf8'),
    write: async (file: string, text: string | Uint8Array) => {
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), text);
    },
    /** Changes a file as a text editor would. */
    edit: async (file: string, from: string, to: string) => {
      const text = await readFile(join(root, file), 'utf8');
      if (!text.includes(from)) throw new Error(`${file} has no "${from}"`);
      await writeFile(join(root, file), text.replace(from, to));
    },
    remove: (file: string) => rm(join(root, file), { recursive: true }),
    modified: async (file: string) => (await stat(join(root, file))).mtimeMs,
    files: () => readFiles(root),
  };
};
export type TestWorkspace = Awaited<ReturnType<typeof openTestWorkspace>>;

/** Runs a test with a temporary folder. */
export const testInFolder =
  (test: (folder: string) => Promise<void>): (() => Promise<void>) =>
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tandem-folder-'));
    try {
      await test(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

/** Runs a test with a workspace of its own. */
export const testInWorkspace = (
  test: (house: TestWorkspace) => Promise<void>,
  layout?: Layout,
): (() => Promise<void>) =>
  testInFolder(async (folder) => {
    const path = join(folder, 'shop');
    await mkdir(path);
    await test(await openTestWorkspace(path, layout));
  });

/** Simulates the end of the process: no later step reaches the disk. */
export class Crash extends Error {}

export interface CrashingOperations extends FileOperations {
  /** The number of steps that have started. */
  readonly steps: () => number;
}

/** Creates a file system that crashes at step `at`. Only steps that change something count, from one. */
export const createCrashingOperations = (at: number): CrashingOperations => {
  let count = 0;
  const step = async (work: () => Promise<void>, half: () => Promise<void> = () => Promise.resolve()) => {
    count += 1;
    if (count === at) await half();
    if (count >= at) throw new Crash(`ended at step ${at}`);
    await work();
  };
  return {
    ...fileOperations,
    steps: () => count,
    makeDirectory: (path) => step(() => fileOperations.makeDirectory(path)),
    writeNew: (path, text) =>
      step(
        () => fileOperations.writeNew(path, text),
        () => fileOperations.writeNew(path, text.slice(0, text.length / 2)),
      ),
    rename: (from, to) => step(() => fileOperations.rename(from, to)),
    remove: (path) => step(() => fileOperations.remove(path)),
    removeDirectory: (path) => step(() => fileOperations.removeDirectory(path)),
  };
};
