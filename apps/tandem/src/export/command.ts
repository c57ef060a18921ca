import { defineSubcommand } from '@tandem/node/cli/commands';
import { defineTextFlag } from '@tandem/node/cli/flags';

const exportFlags = {
  output: defineTextFlag({
    flags: '--output <file>',
    description: 'Write to this file instead of stdout',
    fallback: undefined,
  }),
  environment: defineTextFlag({
    flags: '--env <name>',
    description: 'Export the variables of this environment',
    fallback: undefined,
  }),
  data: defineTextFlag({
    flags: '--data <file>',
    description: 'Data rows for k6: CSV, a JSON array or JSON lines',
    fallback: undefined,
  }),
} as const;

/** Writes requests as a document or as code. */
export const exportCommand = defineSubcommand({
  name: 'export',
  description: 'Write requests as OpenAPI, HTML, k6, Postman, curl or code',
  args: [
    [
      '<format>',
      'openapi, html, k6, postman, curl, fetch, axios, requests, httpx, go, java, csharp, php or ruby',
    ],
    ['[paths...]', 'a workspace folder, or folders and files of one; default: this folder'],
  ],
  flags: exportFlags,
  examples: `Examples:
  tandem export k6 tandem/users --env Staging --data users.jsonl --output load.js
  tandem export postman --env Local > shop.postman_collection.json
  tandem export html tandem/users --output users.html

Values of secrets are never written: {{NAME}} stands in their place, and k6 reads them from
TANDEM_SECRET_<NAME>. Whatever has no counterpart is
listed on stderr.
Exit codes: 0 written, 2 wrong usage, 3 a file cannot be read.`,
  run: async ([format = '', ...paths], output, flags) => {
    const { exportFolder } = await import('./export-folder.js');
    return exportFolder({ format, paths: paths.flatMap((path) => path ?? []), ...flags }, output);
  },
});
