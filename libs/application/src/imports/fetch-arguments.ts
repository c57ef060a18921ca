import { workspaceRef } from '@tandem/core';
import { withDescription, struct, t } from '@tandem/core/codec';

export const FetchImport = struct(
  'imports_fetch arguments',
  { url: withDescription(t.string, 'Address of the document') },
  { workspaceId: workspaceRef },
);
export type FetchImport = t.TypeOf<typeof FetchImport>;

/** Where a document comes from, for the next update and for resolving its relative references. */
export const originFields = {
  url: withDescription(t.string, 'Address that an update fetches again; absent if it has credentials in it'),
  base: withDescription(t.string, 'Address that relative ones in it are resolved against'),
};

export const FetchedDocument = struct(
  'a fetched document',
  { text: t.string, name: withDescription(t.string, 'As of a file') },
  originFields,
);
export type FetchedDocument = t.TypeOf<typeof FetchedDocument>;

export const ListImportSources = struct('imports_sources arguments', {}, { workspaceId: workspaceRef });
export type ListImportSources = t.TypeOf<typeof ListImportSources>;

export const ImportSources = struct('sources of imports', {
  sources: t.readonlyArray(
    struct('a source of an import', {
      url: t.string,
      folder: withDescription(t.string, 'Path of what it brought'),
    }),
  ),
});
export type ImportSources = t.TypeOf<typeof ImportSources>;
