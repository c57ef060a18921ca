import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

import type { Output } from '@tandem/cli/commands';

import { exists } from '../exists.js';
import { answering, exitCodes, Refused } from '../refused.js';
import { firstFiles } from './first-files.js';

const write = async (file: string, text: string): Promise<void> => {
  try {
    await mkdir(dirname(file), { recursive: true });
    // Never over a file that somebody made meanwhile.
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    throw new Refused(`${file} cannot be written: ${(error as Error).message}`, exitCodes.unreadable);
  }
};

/** Makes a workspace folder to start from, and returns the exit code. */
export const initFolder = (given: string | undefined, { out, error }: Output): Promise<number> =>
  answering(error, async () => {
    const folder = resolve(given ?? '.');
    const files = Object.entries(firstFiles(basename(folder) || 'API'));
    for (const path of ['tandem', 'opencollection.yml', ...files.map(([path]) => path)]) {
      if (await exists(join(folder, path)))
        throw new Refused(`${join(folder, path)} exists, and nothing is written over. Name another folder.`);
    }
    for (const [path, text] of files) await write(join(folder, path), text);
    out(`${files.map(([path]) => `made ${path}\n`).join('')}
Run it with "tandem run${given === undefined ? '' : ` ${given}`}", or open it with "tandem open${given === undefined ? ' .' : ` ${given}`}".\n`);
    return exitCodes.green;
  });
