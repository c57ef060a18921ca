import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './say.mjs';

/** The folder in which this repository stores its own state. */
export const stampFolder = join(root, '.tandem');

/** The content of a stamp; undefined if the stamp does not exist. */
export const readStamp = (name) => {
  try {
    return readFileSync(join(stampFolder, name), 'utf8');
  } catch {
    return undefined;
  }
};

export const writeStamp = (name, text) => {
  mkdirSync(stampFolder, { recursive: true });
  writeFileSync(join(stampFolder, name), text);
};

/** The version of Node and the platform that native packages are built for. */
export const thisNode = `Node ${process.versions.node.split('.')[0]} for ${process.platform} ${process.arch}`;

/** Returns a fingerprint of the packages in the lock file. */
export const lockFingerprint = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

/** Returns the lock file and the Node that the packages were installed for; undefined if that is unknown. */
export const readInstallStamp = () => {
  try {
    return JSON.parse(readStamp('installed'));
  } catch {
    return undefined;
  }
};

export const writeInstallStamp = () => {
  writeStamp('installed', JSON.stringify({ lock: lockFingerprint(), node: thisNode }));
};

const skippedFolders = new Set([
  'node_modules',
  'dist',
  'dist-ui',
  'out-tsc',
  'test-output',
  'package',
  'e2e',
  '__golden__',
]);

const walk = function* (folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) {
      if (!skippedFolders.has(entry.name)) yield* walk(join(folder, entry.name));
    } else if (!entry.name.endsWith('.spec.ts')) yield join(folder, entry.name);
  }
};

/** Returns a fingerprint of the files that a build depends on: path, modification time and size of each source file. */
export const buildFingerprint = () => {
  const hash = createHash('sha256').update(lockFingerprint());
  const tools = ['bundle-app.mjs', 'launch/build.mjs', 'undici-parts.cjs'].map((file) => join('tools', file));
  const shared = ['tsconfig.base.json', ...tools].map((file) => join(root, file));
  const files = [...walk(join(root, 'libs')), ...walk(join(root, 'apps')), ...shared];
  for (const file of files.sort()) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file}:${mtimeMs}:${size}\n`);
  }
  return hash.digest('hex');
};

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/**
 * Creates a file with the id of this process.
 * @returns false if the file exists already
 */
const claim = (file) => {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
};

/** Says whether the process that claimed a file was killed. If the file is missing or not written yet, the process counts as running. */
const isAbandoned = (file) => {
  try {
    return !isAlive(Number(readFileSync(file, 'utf8')));
  } catch {
    return false;
  }
};

/**
 * Removes the lock of a killed process. Only one process may check and remove at a time; otherwise it could remove the new lock of a
 * third process.
 */
const removeAbandoned = (lock) => {
  const turn = `${lock}-turn`;
  if (claim(turn)) {
    if (isAbandoned(lock)) rmSync(lock, { force: true });
    rmSync(turn, { force: true });
  } else if (isAbandoned(turn)) rmSync(turn, { force: true });
};

/** Runs `work` while no other process of this repository runs this function. */
export const runExclusively = (work) => {
  const lock = join(stampFolder, 'lock');
  mkdirSync(stampFolder, { recursive: true });
  while (!claim(lock)) {
    if (isAbandoned(lock)) removeAbandoned(lock);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
  const release = () => rmSync(lock, { force: true });
  // `work` may end the process.
  process.once('exit', release);
  try {
    return work();
  } finally {
    process.off('exit', release);
    release();
  }
};
