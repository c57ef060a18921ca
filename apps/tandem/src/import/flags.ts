import { choiceFlag, switchFlag, type ValuesOf } from '@tandem/cli/flags';
import type { ImportFormat } from '@tandem/core';

// Not those of core itself, which every command would load.
const formats = [
  'postman',
  'postman-environment',
  'postman-dump',
  'openapi',
  'insomnia',
  'har',
  'http',
] as const satisfies readonly ImportFormat[];

/** The flags of `tandem import`. */
export const importFlags = {
  dryRun: switchFlag({ flags: '--dry-run', description: 'Only show what would be made' }),
  format: choiceFlag({
    flags: '--format <name>',
    description: `${formats.join(', ')}; recognised if omitted`,
    choices: formats,
    fallback: undefined,
  }),
  json: switchFlag({ flags: '--json', description: 'Print the result as JSON' }),
} as const;

export type ImportFlags = ValuesOf<typeof importFlags>;
