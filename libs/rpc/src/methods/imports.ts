import { ApplyImport, ApplyImports, ImportResult, ImportsResult } from '@tandem/application';

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

/** The window imports what is dropped together; an agent names its documents one by one. */
export const importsApplyMany = method({
  name: 'imports_applyMany',
  title: 'Import documents',
  description: 'Imports several documents in one transaction: all of them, or nothing.',
  audience: 'person',
  params: ApplyImports,
  result: ImportsResult,
  effects: { ...adds, destructive: true },
  handle: (application) => application.imports.applyMany,
});
