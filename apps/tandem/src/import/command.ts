import { subcommand } from '@tandem/cli/commands';

import { importFlags } from './flags.js';

/** Imports a document of another tool into a workspace folder. */
export const importCommand = subcommand({
  name: 'import',
  description: 'Import Postman, OpenAPI, Insomnia, HAR or .http into a folder',
  args: [
    ['<file>', 'the document; - reads it from stdin'],
    ['[folder]', 'a workspace folder, or one to make; default: the workspace of this folder'],
  ],
  flags: importFlags,
  examples: `Everything comes into one new folder of the workspace. Files that exist stay as they are.
With --update, new requests come to the folder of an earlier import of the document, and those that it changed are
updated, except where you changed them. Requests that are gone from it get the tag "gone".
Values of secrets are not written; give them to "tandem run" as TANDEM_SECRET_<NAME>.

Examples:
  tandem import shop.postman_collection.json my-api
  tandem import openapi.yaml my-api --dry-run
  tandem import openapi.yaml my-api --update --dry-run
  curl -s https://api.example.com/openapi.json | tandem import - my-api --json

Exit codes: 0 imported, 2 wrong usage, 3 the document or the folder cannot be read or written.`,
  run: async ([file = '-', folder], output, flags) =>
    (await import('./import-document.js')).importDocument({ file, folder, flags }, output),
});
