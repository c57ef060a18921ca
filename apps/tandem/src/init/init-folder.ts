import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

import type { Output } from '@tandem/node/cli/commands';

import { isPresent } from '../exists.js';
import { handleRefusal, exitCodes, CommandRefusal } from '../refused.js';
import { createFirstFiles, firstUrl } from './first-files.js';
import { skill, skillPath } from './skill.js';

const write = async (file: string, text: string): Promise<void> => {
  try {
    await mkdir(dirname(file), { recursive: true });
    // Never overwrites a file that somebody created meanwhile.
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    throw new CommandRefusal(`${file} cannot be written: ${(error as Error).message}`, exitCodes.unreadable);
  }
};

/** The paths that mark a folder as a workspace. */
const places = ['tandem', 'opencollection.yml'];

const isWorkspace = async (folder: string): Promise<boolean> =>
  (await Promise.all(places.map((path) => isPresent(join(folder, path))))).includes(true);

/** The files to create: all, or only the skill if there is a workspace already. */
const listInitialFiles = async (
  folder: string,
  hasSkill: boolean,
): Promise<Readonly<Record<string, string>>> => {
  const added = hasSkill ? { [skillPath]: skill } : {};
  if (hasSkill && (await isWorkspace(folder))) return added;
  return { ...createFirstFiles(basename(folder) || 'API'), ...added };
};

/** Creates a workspace folder to start from, and returns the exit code. */
export const initFolder = (
  given: string | undefined,
  { out, error }: Output,
  hasSkill: boolean,
): Promise<number> =>
  handleRefusal(error, async () => {
    const folder = resolve(given ?? '.');
    const files = Object.entries(await listInitialFiles(folder, hasSkill));
    const isNew = files.some(([path]) => path.startsWith('tandem/'));
    for (const path of [...(isNew ? places : []), ...files.map(([path]) => path)]) {
      if (await isPresent(join(folder, path)))
        throw new CommandRefusal(
          `${join(folder, path)} exists, and nothing is written over. Name another folder.`,
        );
    }
    for (const [path, text] of files) await write(join(folder, path), text);
    out(files.map(([path]) => `made ${path}\n`).join(''));
    const named = given === undefined ? '' : ` ${given}`;
    if (isNew)
      out(`
Its request goes to ${firstUrl}. Put the URL of your API into
tandem/environments/local.yml, or start "tandem echo --port ${new URL(firstUrl).port}", which answers there.
Then run it with "tandem run${named}", or open it with "tandem open${named === '' ? ' .' : named}".
`);
    return exitCodes.green;
  });
