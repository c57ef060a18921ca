import {
  ApplyImport,
  ApplyImports,
  FetchedDocument,
  FetchImport,
  ImportResult,
  ImportSources,
  ImportsResult,
  ListImportSources,
} from '@tandem/application';

import { adds, method, reads } from '../method.js';

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

/** An agent fetches a document with a request, which is recorded, and passes its text on. */
export const importsFetch = method({
  name: 'imports_fetch',
  title: 'Fetch a document',
  description: 'Fetches a document from a URL, for an import; nothing that it refers to is fetched.',
  audience: 'person',
  params: FetchImport,
  result: FetchedDocument,
  effects: { ...reads, openWorld: true },
  handle: (application) => application.imports.fetch,
});

export const importsSources = method({
  name: 'imports_sources',
  title: 'Addresses of imports',
  description: 'Lists the URLs from which documents were imported.',
  audience: 'person',
  params: ListImportSources,
  result: ImportSources,
  effects: reads,
  handle: (application) => application.imports.sources,
});
