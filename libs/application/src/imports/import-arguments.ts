import {
  EnvironmentId,
  FolderId,
  importFormats,
  importNoises,
  NewScript,
  secretReasons,
  workspaceRef,
} from '@tandem/core';
import { Int, oneOf, struct, t, withDescription } from '@tandem/core/codec';

export const FetchImportArguments = struct(
  'imports_fetch arguments',
  { url: withDescription(t.string, 'Address of the document') },
  { workspaceId: workspaceRef },
);
export type FetchImportArguments = t.TypeOf<typeof FetchImportArguments>;

/** The source of a document. The next update needs it, and so do relative references in the document. */
const originFields = {
  url: withDescription(t.string, 'Address that an update fetches again; absent if it has credentials in it'),
  base: withDescription(t.string, 'Address that relative ones in it are resolved against'),
};

export const FetchedDocument = struct(
  'a fetched document',
  { text: t.string, name: withDescription(t.string, 'As of a file') },
  originFields,
);
export type FetchedDocument = t.TypeOf<typeof FetchedDocument>;

export const ListImportSourcesArguments = struct(
  'imports_sources arguments',
  {},
  { workspaceId: workspaceRef },
);
export type ListImportSourcesArguments = t.TypeOf<typeof ListImportSourcesArguments>;

export const ImportSources = struct('sources of imports', {
  sources: t.readonlyArray(
    struct('a source of an import', {
      url: t.string,
      folder: withDescription(t.string, 'Path of what it brought'),
    }),
  ),
});
export type ImportSources = t.TypeOf<typeof ImportSources>;

const names = t.readonlyArray(t.string, 'a list of names');
const noises = t.readonlyArray(oneOf(...importNoises), 'a list of kinds of noise');

export const ImportArguments = struct(
  'imports_apply arguments',
  {},
  {
    workspaceId: workspaceRef,
    text: withDescription(t.string, 'The document'),
    file: withDescription(t.string, "Instead of text; its path, relative to the workspace's folder"),
    name: withDescription(t.string, 'File name of text'),
    format: withDescription(oneOf(...importFormats), 'Recognised if omitted'),
    folder: withDescription(t.string, 'Default: the top'),
    dryRun: withDescription(t.boolean, 'Only report; lists what would be made'),
    update: withDescription(t.boolean, 'Update an earlier import; changes by people stay'),
    only: withDescription(names, 'Paths of folders and requests to import'),
    without: withDescription(names, 'Paths of those to leave out'),
    environments: withDescription(names, 'Names of those to import; all if omitted'),
    keep: withDescription(noises, 'Noise of a HAR to import too'),
    all: withDescription(t.boolean, 'Lists everything, not the first 500'),
  },
);
export type ImportArguments = t.TypeOf<typeof ImportArguments>;

const reasons = t.readonlyArray(
  struct('why a value is a secret', {
    name: t.string,
    why: withDescription(
      oneOf(...secretReasons),
      'document: it says so, place: it stands where credentials do, name: its name says so, value: it looks generated',
    ),
  }),
);

const path = withDescription(t.string, 'If it is not folder/name');

/** Maximum number of items in each list of a plan. The counts include the others. */
export const planListLimits = { requests: 500, leftOut: 500, knownSecrets: 500, files: 500 } as const;

/** The effects of an update on the requests of the earlier import. */
const ImportUpdate = struct('what an update does', {
  counts: struct('counts of an update', {
    new: Int,
    changed: Int,
    unchanged: Int,
    gone: Int,
    deleted: Int,
    kept: Int,
  }),
  changes: withDescription(
    t.readonlyArray(
      struct(
        'an updated request',
        {
          outcome: withDescription(
            oneOf('new', 'changed', 'gone', 'deleted'),
            'gone: no longer in the document, tagged "gone", deleted: was deleted here, stays so',
          ),
          folder: t.string,
          name: t.string,
          fields: withDescription(names, 'Fields that get the value of the document'),
          kept: withDescription(names, 'Fields changed here and in the document; those here stay'),
        },
        { path },
      ),
    ),
    'The first 500',
  ),
});

/** A location in a document that contained the value of an existing secret. */
const KnownSecret = struct('the value of a known secret', {
  place: t.string,
  secret: t.string,
  now: oneOf('named', 'plain'),
});
export type KnownSecret = t.TypeOf<typeof KnownSecret>;

/** The entities that an import creates, or would create. */
export const ImportResult = struct(
  'what an import makes',
  {
    dryRun: t.boolean,
    format: oneOf(...importFormats),
    why: withDescription(t.string, 'What the format was recognised by'),
    folder: withDescription(t.string, 'Path of the new folder, empty for none'),
    counts: struct(
      'counts',
      { folders: Int, requests: Int, environments: Int, secrets: Int, leftOut: Int },
      { examples: Int },
    ),
    requests: withDescription(
      t.readonlyArray(
        struct(
          'an imported request',
          { folder: t.string, name: t.string, method: t.string, url: t.string },
          { path },
        ),
      ),
      'The first 500',
    ),
    environments: t.readonlyArray(
      struct(
        'an imported environment',
        { name: t.string, variables: names, secrets: names },
        {
          original: withDescription(t.string, 'Its name in the document, if another'),
          reasons: withDescription(reasons, 'Why its secrets are secrets'),
        },
      ),
    ),
    leftOut: withDescription(
      t.readonlyArray(struct('what was left out', { place: t.string, what: t.string })),
      'What has no counterpart, the first 500',
    ),
  },
  {
    truncated: withDescription(
      t.literal(true),
      'Whether a list was cut; counts contains the sizes, and all: true returns the rest',
    ),
    folderId: withDescription(FolderId, 'Deleting this folder takes its requests back'),
    environmentIds: t.readonlyArray(EnvironmentId),
    group: withDescription(t.string, 'Of its changes, which one undo takes back'),
    earlier: withDescription(t.string, 'Folder of an earlier import of this document; update it with update'),
    update: withDescription(ImportUpdate, 'What happens to the requests of the earlier import'),
    folders: withDescription(names, 'Paths in the new folder, if all is given'),
    mixed: withDescription(names, 'Those of them that mix folders and requests'),
    plain: withDescription(names, 'Those of plain that were found, and are no secrets'),
    noise: withDescription(
      t.readonlyArray(struct('noise of a HAR', { kind: oneOf(...importNoises), count: Int })),
      'Left out unless kept',
    ),
    scripts: withDescription(
      t.readonlyArray(NewScript),
      'New; they get no secrets until a person approves them',
    ),
    knownSecrets: withDescription(
      t.readonlyArray(KnownSecret),
      'Places with the value of an existing secret. named: {{secret}} is there now; plain: it stays here and out of files, put {{secret}} there',
    ),
    files: withDescription(
      t.readonlyArray(struct('a file to add', { file: t.string, place: t.string, what: t.string })),
      "Files that requests send and that are not in the workspace's folder, the first 500",
    ),
    unset: withDescription(
      t.readonlyArray(
        struct(
          'a variable that the document uses and does not set',
          { name: t.string },
          { from: withDescription(t.string, 'The environment of another import that alone has it') },
        ),
      ),
      'Used, but set neither here nor in the document',
    ),
    activated: withDescription(t.string, 'Environment that is active now, since none with values was'),
    activate: withDescription(t.string, 'Environment to activate: the active one lacks values of the import'),
  },
);
export type ImportResult = t.TypeOf<typeof ImportResult>;

/** Maximum number of documents in one import. */
export const maxDocuments = 500;

export const ApplyImportsArguments = struct(
  'imports_applyMany arguments',
  {
    documents: t.readonlyArray(
      struct(
        'a document',
        { text: t.string },
        {
          name: withDescription(t.string, 'Its file name, with its path among the files'),
          ...originFields,
          only: names,
          without: names,
          environments: names,
        },
      ),
    ),
  },
  {
    workspaceId: workspaceRef,
    files: withDescription(t.record(t.string, t.string), 'Texts that documents may refer to, by their paths'),
    keep: withDescription(noises, 'Noise of recordings to import too'),
    plain: withDescription(names, 'Names of secrets that are none'),
    format: withDescription(oneOf(...importFormats), 'Of all documents; recognised if omitted'),
    update: withDescription(t.boolean, 'Update what was imported before'),
    dryRun: withDescription(t.boolean, 'Only report'),
  },
);
export type ApplyImportsArguments = t.TypeOf<typeof ApplyImportsArguments>;

/** The entities that an import of several documents creates, or would create. A dry run also says why a document cannot be imported. */
export const ImportsResult = struct(
  'what imports make',
  {
    imports: t.readonlyArray(
      struct(
        'an import',
        {},
        { result: ImportResult, problem: withDescription(t.string, 'Why it is not imported') },
      ),
    ),
  },
  { group: withDescription(t.string, 'Of all changes, which one undo takes back') },
);
export type ImportsResult = t.TypeOf<typeof ImportsResult>;
