import { defineSubcommand } from '@tandem/node/cli/commands';

import { reporterFlag } from './run/flags.js';

/** Merges the reports of shards and writes them in other formats. */
export const reportCommand = defineSubcommand({
  name: 'report',
  description: 'Merge reports and write them in other formats',
  args: [['<reports...>', 'files with reports, such as those of the parts of a run']],
  flags: { reporters: reporterFlag },
  examples: `Examples:
  tandem report part-1.json part-2.json --reporter junit=report.xml
  tandem report part-*.json --reporter html=report.html --reporter spec

Exit codes: 0 all passed, 1 a request failed, 2 wrong usage.`,
  run: async (files, output, { reporters }) => {
    const { mergeFiles } = await import('./merge-report-files.js');
    return mergeFiles(
      files.flatMap((file) => file ?? []),
      reporters,
      output,
    );
  },
});
