import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { classifyYaml } from './classify-yaml.js';

/** How much of what is behind a link is looked at: it may lead to a whole disk. */
const limits = { entries: 200, depth: 3, fileBytes: 200_000 } as const;

const isYaml = (name: string): boolean => /\.ya?ml$/i.test(name);

/** Whether a YAML file, behind no further link, looks like one of ours. */
const isOurFile = async (path: string): Promise<boolean> => {
  const { size } = await stat(path);
  // Files of devices and of the system have no size, and reading one may never end.
  if (size === 0 || size > limits.fileBytes) return false;
  return classifyYaml(await readFile(path, 'utf8')) !== 'other';
};

/**
 * Whether something that looks like a part of a collection is at a path or below it. Somebody who linked it there expects it to count, and
 * nothing of it does: it is only looked at, never taken in.
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
  // A link that leads nowhere, or where nobody may look, stands for nothing.
  return realpath(link)
    .then((path) => look(path, 0))
    .catch(() => false);
};
