import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Output } from '@tandem/node/cli/commands';
import { type BrunoConversion, describe, groupLeftOut, pickFirstEnvironment } from '@tandem/core';
import { toVisibleText, toVisibleLine } from '@tandem/core/visible';
import { E } from '@tandem/core/fp';
import { createBrunoConverter } from '@tandem/workbench/files';

import { handleRefusal, exitCodes, CommandRefusal, quoteShellWord } from '../refusal.js';
import type { ImportFlags } from './flags.js';

interface ConversionCall {
  /** The folder with `bruno.json`. */
  readonly folder: string;
  /** The new folder; undefined for a conversion in place. */
  readonly into: string | undefined;
  readonly flags: ImportFlags;
}

const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const formatConversion = ({ name, path, dryRun, requests, environments, leftOut }: BrunoConversion): string =>
  [
    `${dryRun ? 'It would convert' : 'Converted'} ${toVisibleLine(name)}: ${formatCount(requests, 'request')} and ${formatCount(environments, 'environment')} in ${path}.\n`,
    leftOut.length === 0 ? '' : '\nLeft out\n',
    ...groupLeftOut(leftOut).map(({ place, what }) => `  ${toVisibleLine(`${place}: ${what}`)}\n`),
  ].join('');

const formatProblems = ({ problems }: BrunoConversion, folder: string): string =>
  problems
    .map(({ path, line, column, message }) =>
      toVisibleLine(`${folder}/${path}:${line}:${column}: ${message}`),
    )
    .join('\n');

/** The flag for an environment of a collection, which its requests may need. */
const suggestEnvironmentFlag = async (path: string): Promise<string> => {
  const files = await readdir(join(path, 'environments')).catch(() => []);
  const environments = files
    .filter((file) => file.endsWith('.yml'))
    .sort()
    .map((file) => ({ name: file.slice(0, -'.yml'.length) }));
  const name = pickFirstEnvironment(environments)?.name;
  return name === undefined ? '' : ` --env ${quoteShellWord(name)}`;
};

/** Converts a folder of `.bru` files to YAML, and returns the exit code. */
export const convertBruno = (
  { folder, into, flags }: ConversionCall,
  { out, error }: Output,
): Promise<number> =>
  handleRefusal(error, async () => {
    if (flags.inPlace === (into !== undefined))
      throw new CommandRefusal(
        `name a new folder for the YAML files of ${folder}, or pass --in-place to convert it itself, which removes its .bru files.`,
      );
    const convert = createBrunoConverter();
    const outcome = await convert({
      folder,
      into: into ?? null,
      dryRun: flags.dryRun,
      withoutSecrets: flags.noSecrets,
    })();
    if (E.isLeft(outcome)) throw new CommandRefusal(describe(outcome.left), exitCodes.unreadable);
    const conversion = outcome.right;
    if (flags.json) out(toVisibleText(`${JSON.stringify(conversion, undefined, 2)}\n`));
    if (conversion.problems.length > 0)
      throw new CommandRefusal(
        `nothing was converted, because of these files:\n${formatProblems(conversion, folder)}`,
        exitCodes.unreadable,
      );
    if (!flags.json) {
      out(toVisibleText(formatConversion(conversion)));
      if (!flags.dryRun)
        out(
          `\nRun it: tandem run ${quoteShellWord(into ?? folder)}${await suggestEnvironmentFlag(conversion.path)}\n`,
        );
    }
    return exitCodes.green;
  });
