import { ApplyImport, ImportResult } from '@tandem/application';

import { adds, method } from '../method.js';

export const importsApply = method({
  name: 'imports_apply',
  title: 'Import a document',
  description:
    'Imports Postman, OpenAPI, Swagger, Insomnia, HAR or .http into a new folder, with environments; credentials become secrets. dryRun says what would be made; update brings an earlier import up to date.',
  params: ApplyImport,
  result: ImportResult,
  effects: { ...adds, destructive: true },
  handle: (application) => application.imports.apply,
});
