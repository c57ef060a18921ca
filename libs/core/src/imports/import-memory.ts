import { struct, t } from '../codec/index.js';

/**
 * An imported request: its id in the document, its id here, and what the import wrote. All strings from the document
 * are hashed.
 */
export const RememberedRequest = struct('a remembered request', {
  origin: t.string,
  id: t.string,
  /** By field. A missing field had its default. */
  fields: t.record(t.string, t.string),
});
export type RememberedRequest = t.TypeOf<typeof RememberedRequest>;

const environments = t.readonlyArray(struct('a remembered environment', { origin: t.string, id: t.string }));

/** An update, and what was remembered before it, for undo. */
const LastUpdate = struct('the last update of an import', {
  /** The group of its changes in the activity. */
  group: t.string,
  requests: t.readonlyArray(RememberedRequest),
  environments,
});

/** An import, remembered for the next import of the same document. */
export const RememberedImport = struct(
  'a remembered import',
  {
    source: t.string,
    folderId: t.string,
    requests: t.readonlyArray(RememberedRequest),
    environments,
  },
  {
    last: LastUpdate,
    /** The URL of the document, without credentials. */
    url: t.string,
  },
);
export type RememberedImport = t.TypeOf<typeof RememberedImport>;

/** The imports of a workspace. */
export const ImportMemory = struct('the imports of a workspace', {
  version: t.literal(1),
  imports: t.readonlyArray(RememberedImport),
});
export type ImportMemory = t.TypeOf<typeof ImportMemory>;
