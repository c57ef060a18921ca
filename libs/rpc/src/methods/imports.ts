import { ApplyImport, ImportResult } from '@tandem/application';

import { adds, method } from '../method.js';

export const importsApply = method({
  name: 'imports_apply',
  title: 'Import a document',
  description:
    'Makes a new folder and environments; from Postman, OpenAPI, Insomnia, HAR, .http or curl. Credentials become secrets.',
  params: ApplyImport,
  result: ImportResult,
  effects: { ...adds, destructive: true },
  handle: (application) => application.imports.apply,
});
