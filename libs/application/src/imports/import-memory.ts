import {
  type AppResult,
  createTurns,
  type Folder,
  type ImportMemory,
  type ImportDocument,
  type ImportedRequest,
  type Ports,
  type RememberedImport,
  type RememberedRequest,
  requestKinds,
  type Workspace,
} from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';
import { E, pipe, TE } from '@tandem/core/fp';

import { decodeMemory } from './decode-memory.js';
import { createFingerprint } from './fingerprint.js';

type Fields = Readonly<Record<string, unknown>>;

const none: ImportMemory = { version: 1, imports: [] };

const tryParseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** What imports of a workspace wrote. An unreadable file counts as missing. */
export const readMemory = ({ importMemories }: Ports, { path }: Workspace): AppResult<ImportMemory> =>
  importMemories === undefined
    ? TE.right(none)
    : pipe(
        importMemories.read(path),
        TE.flatMapTask((text) => async () => {
          const turns = createTurns();
          const found = text === null ? undefined : tryParseJson(text);
          await turns();
          return (await decodeMemory(found)) ?? none;
        }),
      );

/** The import of this document whose folder still exists. */
export const findEarlierImport = (
  { imports }: ImportMemory,
  { source, url }: ImportDocument,
  folders: readonly Folder[],
): { readonly remembered: RememberedImport; readonly root: Folder } | undefined => {
  if (source === undefined) return undefined;
  for (const remembered of imports.toReversed()) {
    const root = folders.find(({ id }) => id === remembered.folderId);
    const isSame =
      remembered.source === createFingerprint(source) || (url !== undefined && remembered.url === url);
    if (root !== undefined && isSame) return { remembered, root };
  }
  return undefined;
};

/** All fields that an import writes, with defaults for those missing from the document. */
export const toWrittenFields = ({ kind, origin: _, ...fields }: ImportedRequest): Fields => ({
  ...requestKinds[kind].defaults,
  ...fields,
});

export const getRequestOrigin = ({ origin, folder, name }: ImportedRequest): string =>
  createFingerprint(origin ?? `${folder}/${name}`);

/** The state of a request when the import wrote it. */
export const toRememberedRequest = (request: ImportedRequest, id: string): RememberedRequest => {
  const defaults: Fields = requestKinds[request.kind].defaults;
  const fields = Object.entries(toWrittenFields(request))
    .map(([field, value]) => [field, createFingerprint(value)] as const)
    .filter(([field, hash]) => hash !== createFingerprint(getOwnValue(defaults, field)));
  return { origin: getRequestOrigin(request), id, fields: Object.fromEntries(fields) };
};

/** Stores imports, each replacing the earlier one of its folder. Returns whether they were stored. */
export const remember = (
  { importMemories }: Ports,
  { path }: Workspace,
  { imports }: ImportMemory,
  given: readonly (RememberedImport | undefined)[],
): AppResult<boolean> => {
  const next = given.flatMap((one) => one ?? []);
  if (importMemories === undefined || next.length === 0) return TE.right(false);
  const others = imports.filter(({ folderId }) => next.every((one) => one.folderId !== folderId));
  const memory: ImportMemory = { version: 1, imports: [...others, ...next] };
  return pipe(
    importMemories.write(path, `${JSON.stringify(memory)}\n`),
    TE.match(
      () => E.right(false),
      () => E.right(true),
    ),
  );
};
