import type { OpenedFiles } from '@tandem/workbench/files';

type Applied = ReturnType<OpenedFiles['application']['imports']['apply']>;

/** What an import makes, or would make. */
export type ImportResult = Extract<Awaited<ReturnType<Applied>>, { readonly _tag: 'Right' }>['right'];

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const listed = (what: string, names: readonly string[]): string =>
  names.length === 0 ? '' : `  ${what}: ${names.join(', ')}\n`;

const more = (shown: number, all: number): string => (all > shown ? `  and ${all - shown} more\n` : '');

/** The sentence that a caller reads about an import, its environments, and whatever has no counterpart. */
export const shownImport = (file: string, result: ImportResult): string => {
  const { dryRun, format, why, folder, counts, requests, environments, leftOut } = result;
  const where = folder === '' ? '' : `, in the new folder ${folder}`;
  return [
    `Read ${file} as ${format}: ${why}.\n`,
    `${dryRun ? 'It would make' : 'Made'} ${counted(counts.requests, 'request')} and ${counted(counts.environments, 'environment')}${where}.\n`,
    requests.length === 0 ? '' : '\nRequests\n',
    ...requests.map(
      (one) => `  ${one.method} ${one.folder === '' ? '' : `${one.folder}/`}${one.name}  ${one.url}\n`,
    ),
    more(requests.length, counts.requests),
    ...environments.map(
      ({ name, variables, secrets }) =>
        `\nEnvironment ${name}\n${listed('variables', variables)}${listed('secrets', secrets)}`,
    ),
    leftOut.length === 0 ? '' : '\nLeft out\n',
    ...leftOut.map(({ place, what }) => `  ${place}: ${what}\n`),
    more(leftOut.length, counts.leftOut),
  ].join('');
};
