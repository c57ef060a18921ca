import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { classifyYaml } from './classify-yaml.js';

/** How much behind a link is examined: it may lead to a whole disk. */
const limits = { entries: 200, depth: 3, fileBytes: 200_000 } as const;

const isYaml = (name: string): boolean => /\.ya?ml$/i.test(name);

/** Whether a YAML file, not behind another link, looks like one of ours. */
const isOurFile = async (path: string): Promise<boolean> => {
  const { size } = await stat(path);
  // Device and system files have no size, and reading one may never end.
  if (size === 0 || size > limits.fileBytes) return false;
  return classifyYaml(await readFile(path, 'utf8')) !== 'other';
};

/**
 * Whether something at or below a path looks like part of a collection. A user who linked it there expects it to be
 * read, but links are never followed: it is only detected, never imported.
 */
export const isCollectionLink = async (link: string): Promise<boolean> => {
  let entries = 0;
  const look = async (path: string, depth: number): Promise<boolean> => {
    entries += 1;
    const kind = await lstat(path);
    if (kind.isFile()) return isYaml(path) && (await isOurFile(path));
    if (!kind.isDirectory() || depth >= limits.depth) return false;
    for (const name of (await readdir(path)).sort()) {
      if (entries >= limits.entries) return false;
      if (name.startsWith('.') || name === 'node_modules') continue;
      if (await look(join(path, name), depth + 1).catch(() => false)) return true;
    }
    return false;
  };
  // A broken or unreadable link counts as nothing.
  return realpath(link)
    .then((path) => look(path, 0))
    .catch(() => false);
};
