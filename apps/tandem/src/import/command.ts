import { readdir } from 'node:fs/promises';

import { defineSubcommand } from '@tandem/node/cli/commands';

import { importFlags } from './flags.js';

/** Whether a folder has `.bru` files. */
const isBrunoFolder = (path: string): Promise<boolean> =>
  readdir(path).then(
    (names) => names.some((name) => name === 'bruno.json' || name.endsWith('.bru')),
    () => false,
  );

/** Imports a document of another tool into a workspace folder. */
export const importCommand = defineSubcommand({
  name: 'import',
  description: 'Import Postman, OpenAPI, Insomnia, HAR, curl or .bru files',
  args: [
    [
      '<document>',
      'a document or its URL, or a folder of documents or of .bru files; - reads one from stdin',
    ],
    [
      '[more...]',
      'more documents, and last a workspace folder or one to make; default: the one around this folder',
    ],
  ],
  flags: importFlags,
  examples: `Everything comes into one new folder of the workspace. Files that exist stay as they are; only environments get the globals
of Postman as their base.
With --update, new requests come to the folder of an earlier import of the document, and those that it changed are
updated, except where you changed them. Requests that are gone from it get the tag "gone".
A URL is fetched as "tandem run" sends requests; nothing that the document refers to is. With --update, a workspace folder
alone is updated from the URLs that its imports came from.
Each of several documents is imported by itself; a collection of Postman with its environments, for example. In a folder,
files that are no documents are passed over.
A folder of .bru files becomes YAML: in a new folder, or in place if you say so, which removes the .bru files.
Values of secrets are put into the keychain, and their ids into .env in the workspace folder, which only you can read and
.gitignore names; "tandem run" and the window find them there. Without a keychain, or with --keychain no, .env has the values.
With --no-secrets they are left out; give them as TANDEM_SECRET_<NAME>. The plan says why each value is a secret; --plain with
the name of one that is none makes it a variable.

Examples:
  tandem import shop.postman_collection.json my-api
  tandem import openapi.yaml my-api --dry-run
  tandem import openapi.yaml my-api --update --dry-run
  tandem import https://api.example.com/openapi.json my-api
  tandem import my-api --update
  tandem import openapi.yaml my-api --only users --only "orders/Place an order"
  tandem import shop.json local.postman_environment.json my-api
  tandem import exports/ my-api
  tandem import bruno-collection my-api
  tandem import bruno-collection --in-place --dry-run
  cat openapi.json | tandem import - my-api --json

Exit codes: 0 imported, 2 wrong usage, 3 the document or the folder cannot be read or written.`,
  run: async (given, output, flags) => {
    const names = given.filter((name) => name !== undefined);
    const [folder = '', into, ...others] = names;
    return others.length === 0 && (flags.inPlace || (await isBrunoFolder(folder)))
      ? (await import('./convert-bruno.js')).convertBruno({ folder, into, flags }, output)
      : (await import('./import-document.js')).importDocuments(names, flags, output);
  },
});
