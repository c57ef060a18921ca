import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Output } from '@tandem/cli/commands';
import { type BrunoConversion, describe } from '@tandem/core';
import { visible, visibleLine } from '@tandem/core/visible';
import { E } from '@tandem/core/fp';
import { createBrunoConverter } from '@tandem/workbench/files';

import { answering, exitCodes, Refused } from '../refused.js';
import type { ImportFlags } from './flags.js';
import { quoted } from './shown-result.js';

interface Called {
  /** The folder with `bruno.json`. */
  readonly folder: string;
  /** The new folder; absent for a conversion in place. */
  readonly into: string | undefined;
  readonly flags: ImportFlags;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const shown = ({ name, path, dryRun, requests, environments, leftOut }: BrunoConversion): string =>
  [
    `${dryRun ? 'It would convert' : 'Converted'} ${visibleLine(name)}: ${counted(requests, 'request')} and ${counted(environments, 'environment')} in ${path}.\n`,
    leftOut.length === 0 ? '' : '\nLeft out\n',
    ...leftOut.map(({ place, what }) => `  ${visibleLine(`${place}: ${what}`)}\n`),
  ].join('');

const problemsIn = ({ problems }: BrunoConversion, folder: string): string =>
  problems
    .map(({ path, line, column, message }) => visibleLine(`${folder}/${path}:${line}:${column}: ${message}`))
    .join('\n');

/** The flag for the first environment of a collection, which its requests may need. */
const environmentFlag = async (path: string): Promise<string> => {
  const files = await readdir(join(path, 'environments')).catch(() => []);
  const [first] = files.filter((name) => name.endsWith('.yml')).sort();
  return first === undefined ? '' : ` --env ${quoted(first.slice(0, -'.yml'.length))}`;
};

/** Converts a folder of `.bru` files to YAML, and returns the exit code. */
export const convertBruno = ({ folder, into, flags }: Called, { out, error }: Output): Promise<number> =>
  answering(error, async () => {
    if (flags.inPlace === (into !== undefined))
      throw new Refused(
        `name a new folder for the YAML files of ${folder}, or pass --in-place to convert it itself, which removes its .bru files.`,
      );
    const convert = createBrunoConverter();
    const outcome = await convert({ folder, into: into ?? null, dryRun: flags.dryRun })();
    if (E.isLeft(outcome)) throw new Refused(describe(outcome.left), exitCodes.unreadable);
    const conversion = outcome.right;
    if (flags.json) out(visible(`${JSON.stringify(conversion, undefined, 2)}\n`));
    if (conversion.problems.length > 0)
      throw new Refused(
        `nothing was converted, because of these files:\n${problemsIn(conversion, folder)}`,
        exitCodes.unreadable,
      );
    if (!flags.json) {
      out(visible(shown(conversion)));
      if (!flags.dryRun)
        out(`\nRun it: tandem run ${quoted(into ?? folder)}${await environmentFlag(conversion.path)}\n`);
    }
    return exitCodes.green;
  });
