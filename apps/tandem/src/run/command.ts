import { defineSubcommand } from '@tandem/node/cli/commands';

import { runFlags } from './flags.js';

/** The command that runs the requests of a workspace folder from its files alone, for example in CI. */
export const runCommand = defineSubcommand({
  name: 'run',
  description: 'Run the requests of a workspace folder and their tests',
  args: [['[paths...]', 'a workspace folder, or folders and files of one; default: this folder']],
  flags: runFlags,
  examples: `Examples:
  tandem run --env Staging --reporter junit=report.xml
  tandem run tandem/users --data users.jsonl --parallel 8
  tandem run --env Dev --env Staging --retry 2 --bail

Secrets come from TANDEM_SECRET_<NAME> or --secrets-file. Nothing is written into the folder.
Exit codes: 0 all passed, 1 a request failed, 2 wrong usage, 3 a file cannot be read, 129, 130 or 143 stopped by SIGHUP, SIGINT or SIGTERM.`,
  run: async (paths, streams, flags) => {
    const scripts = (await import('./start-scripts.js')).startScripts(process.env);
    const { runFolder } = await import('./run-folder.js');
    return runFolder({ paths: paths.flatMap((path) => path ?? []), flags, scripts }, streams);
  },
});
