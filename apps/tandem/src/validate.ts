import { defineSubcommand } from '@tandem/node/cli/commands';

/** Reads every file of a workspace folder and shows the errors. */
export const validateCommand = defineSubcommand({
  name: 'validate',
  description: 'Show what is wrong with the files of a workspace folder',
  args: [['[folder]', 'a workspace folder; default: this folder']],
  examples: 'Exit codes: 0 no problem, 2 wrong usage, 3 a file is not valid.',
  run: async ([folder], output) => (await import('./validate-folder.js')).validateFolder(folder, output),
});
