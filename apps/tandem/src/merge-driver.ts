import type { Subcommand } from '@tandem/node/cli/commands';

const report =
  (what: 'status' | 'install'): Subcommand['run'] =>
  async (args, output) =>
    (await import('./report-on-merge-driver.js')).reportOn(what)(args, output);

const folder = ['[folder]', 'the workspace folder; default: this one'] as const;

/** Installs the merge driver in a clone, and shows whether it is installed. */
export const mergeDriverCommands: readonly Subcommand[] = [
  {
    name: 'merge-driver install',
    description: 'Make git merge a workspace folder field by field, in this clone only',
    args: [folder],
    examples: 'Exit codes: 0 set up, 1 not set up.',
    run: report('install'),
  },
  {
    name: 'merge-driver status',
    description: 'Show whether git merges a workspace folder field by field',
    args: [folder],
    examples: 'Exit codes: 0 set up, 1 not set up.',
    run: report('status'),
  },
];
