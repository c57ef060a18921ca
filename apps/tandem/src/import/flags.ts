import { defineChoiceFlag, defineListFlag, defineSwitchFlag, type ValuesOf } from '@tandem/node/cli/flags';
import type { ImportFormat } from '@tandem/core';

import { connectionFlags } from '../run/flags.js';

// A copy of core's list, which every command would otherwise have to load. The type ensures that it is complete.
const importFormats: Readonly<Record<ImportFormat, true>> = {
  postman: true,
  'postman-environment': true,
  'postman-dump': true,
  openapi: true,
  insomnia: true,
  har: true,
  http: true,
  curl: true,
};
const formats = Object.keys(importFormats) as readonly ImportFormat[];

/** The flags of `tandem import`. */
export const importFlags = {
  dryRun: defineSwitchFlag({ flags: '--dry-run', description: 'Only show what would be made' }),
  format: defineChoiceFlag({
    flags: '--format <name>',
    description: `${formats.join(', ')}; recognised if omitted`,
    choices: formats,
    fallback: undefined,
  }),
  update: defineSwitchFlag({
    flags: '--update',
    description: 'Update what an earlier import of this document made',
  }),
  only: defineListFlag({
    flags: '--only <path>',
    description: 'Import this folder or request only; repeatable',
  }),
  without: defineListFlag({
    flags: '--without <path>',
    description: 'Leave this folder or request out; repeatable',
  }),
  inPlace: defineSwitchFlag({
    flags: '--in-place',
    description: 'Convert a folder of .bru files itself, and remove those files',
  }),
  noSecrets: defineSwitchFlag({
    flags: '--no-secrets',
    description: 'Leave values of secrets out',
  }),
  plain: defineListFlag({
    flags: '--plain <name>',
    description: 'Import this value as a variable, because it is no secret; repeatable',
  }),
  keychain: defineChoiceFlag({
    flags: '--keychain <use>',
    description: 'Whether values of secrets go to the keychain, if it can be used; else to .env: yes or no',
    env: 'TANDEM_KEYCHAIN',
    choices: ['yes', 'no'],
    fallback: 'yes',
  }),
  ...connectionFlags,
  json: defineSwitchFlag({ flags: '--json', description: 'Print the result as JSON' }),
} as const;

export type ImportFlags = ValuesOf<typeof importFlags>;
