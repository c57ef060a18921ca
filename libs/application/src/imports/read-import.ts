import {
  type AppError,
  type AppResult,
  createInvalidInput,
  createTurns,
  decodeFileTextInSlices,
  type DocumentReader,
  type Environment,
  findExposedSecrets,
  hasOwnEnvironments,
  type ForeignDocument,
  type ImportDocument,
  importLimits,
  type ImportMemory,
  isPlainText,
  mapInSlices,
  minFileSecretLength,
  type Ports,
  prepareSearch,
  referToSecrets,
  type Secret,
  selectWithheldSecrets,
  type TakenNames,
  type Workspace,
} from '@tandem/core';
import { E, getOrUndefined, pipe, TE } from '@tandem/core/fp';

import { loadFolders } from '../folders/folder-tree.js';
import { addFileSecrets } from '../secrets/process-variables.js';
import { fillGivenValues, listSecrets, loadKnownSecrets } from '../secrets/secrets.js';
import type { StoreAccess } from '../transaction.js';
import type { ImportArguments, FetchedDocument, KnownSecret } from './import-arguments.js';
import { findEarlierImport } from './import-memory.js';

/** The ports from which the known secrets are read. */
export type KnownSecretPorts = StoreAccess & Pick<Ports, 'envFiles' | 'providedSecrets' | 'secretProvider'>;

/** A document in which names replace the workspace's secrets, and the locations where they were. */
interface NamedDocument {
  readonly document: ImportDocument;
  readonly knownSecrets: readonly KnownSecret[];
}

const listVariables = ({ folders, environments }: ImportDocument): readonly Secret[] => [
  ...folders.flatMap(({ variables = [] }) => variables),
  ...environments.flatMap(({ variables, secrets }) => [...variables, ...secrets]),
];

/** The secrets whose name stands for one value only, among all secrets and among the variables of the document. */
const selectSecretsToName = (secrets: readonly Secret[], document: ImportDocument): readonly Secret[] => {
  const values = new Map<string, string | null>();
  for (const { name, value } of [...secrets, ...listVariables(document)]) {
    if (values.get(name) !== undefined && values.get(name) !== value) values.set(name, null);
    else values.set(name, value);
  }
  return secrets.filter(({ name, value }) => values.get(name) === value && !isPlainText(value));
};

const nameDocumentSecrets = async (
  document: ImportDocument,
  own: readonly Secret[],
  all: readonly Secret[],
): Promise<NamedDocument> => {
  const turns = createTurns();
  const toName = selectWithheldSecrets(selectSecretsToName(own, document));
  await turns();
  for (const some of [selectWithheldSecrets(all), toName])
    await prepareSearch(some, { minLength: minFileSecretLength, pieces: false });
  const exposed = findExposedSecrets(all);
  const named = referToSecrets(toName);
  const { folders, environments } = document;
  const elsewhere = exposed({ folders, environments }).map((one) => ({ ...one, now: 'plain' as const }));
  const requests = await mapInSlices(document.requests, (request) => {
    const before = exposed({ requests: [request] });
    if (before.length === 0) return { request, exposures: [] };
    const next = named(request);
    const locations = new Set(exposed({ requests: [next] }).map(({ place }) => place));
    return {
      request: next,
      exposures: before.map((one) => ({
        ...one,
        now: locations.has(one.place) ? ('plain' as const) : ('named' as const),
      })),
    };
  });
  return {
    document: { ...document, requests: requests.map(({ request }) => request) },
    knownSecrets: [...elsewhere, ...requests.flatMap(({ exposures }) => exposures)],
  };
};

/** Loads the environments of the workspace, with the values that its `.env` file has for their secrets. */
const loadFilledEnvironments = (
  ports: KnownSecretPorts,
  { id, path }: Pick<Workspace, 'id' | 'path'>,
): AppResult<readonly Environment[]> =>
  pipe(
    TE.Do,
    // The `.env` file must be read first, because its values are known secrets too.
    TE.bind('envFile', () => TE.fromTask(ports.envFiles.read({ id, path }))),
    TE.bind('environments', () => ports.store.environments.list(id)),
    TE.map(({ envFile, environments }) => {
      const sources = { ...ports, providedSecrets: addFileSecrets(ports.providedSecrets, envFile) };
      return fillGivenValues(sources, [])(environments);
    }),
  );

/**
 * Replaces the values of the workspace's secrets by their names in the requests of a document, and reports where they were. Otherwise the
 * values would be written to files as plain text.
 * @param together the secrets of the other documents in the same call
 */
export const nameKnownSecrets = (
  ports: KnownSecretPorts,
  { id, path }: Workspace,
  document: ImportDocument,
  together: readonly Secret[] = [],
): AppResult<NamedDocument> =>
  pipe(
    TE.Do,
    TE.bind('environments', () => loadFilledEnvironments(ports, { id, path })),
    TE.bind('known', () => loadKnownSecrets(ports, id)),
    TE.flatMap(({ environments, known }) => {
      const own = [...listSecrets(environments), ...together];
      return TE.fromTask<NamedDocument, AppError>(() =>
        nameDocumentSecrets(document, own, [...own, ...known]),
      );
    }),
  );

/** Lists the values of a document that its requests must not get from elsewhere, with their names. */
export const listOwnValues = ({ environments, format }: ImportDocument): readonly Secret[] =>
  environments.flatMap(({ variables, secrets }) =>
    hasOwnEnvironments(format) ? [...variables, ...secrets] : secrets,
  );

/** A named value elsewhere, and whether it is a credential of another collection. */
export interface OtherName extends Secret {
  readonly isOfCollection: boolean;
}

/** The names that others have, if one of the document's own values has the same name and another value. */
const findTakenNames = (document: ImportDocument, others: readonly OtherName[]): TakenNames | undefined => {
  const own = listOwnValues(document);
  const pairs = new Set(own.map(({ name, value }) => JSON.stringify([name, value])));
  const differing = others.filter(({ name, value }) => !pairs.has(JSON.stringify([name, value])));
  const all = new Set(differing.map(({ name }) => name));
  // In Postman, the value of an environment replaces that of a collection. In other tools, a document's own value has precedence.
  const isReplaced = ({ isOfCollection }: OtherName): boolean =>
    !isOfCollection && document.format.startsWith('postman');
  const ofEnvironments = new Set(differing.filter(isReplaced).map(({ name }) => name));
  const ofCollections = [...all].filter((name) => !ofEnvironments.has(name));
  return own.some(({ name }) => all.has(name)) ? { all: [...all], ofCollections } : undefined;
};

/** A document that was read, and the call that imports it. */
interface DocumentToName {
  readonly given: ImportArguments;
  readonly workspace: Workspace;
  readonly document: ImportDocument;
  readonly memory: ImportMemory;
}

/**
 * Gives the own values of a document with requests names that nothing else has with another value: a request would otherwise send the secret
 * of another collection, or go to its server. An update keeps the names that the earlier import has given.
 * @param together the values of other documents in the same call
 * @param readAgain reads the document so that none of its values gets one of these names
 */
export const giveFreeNames = (
  ports: KnownSecretPorts,
  { given, workspace, document, memory }: DocumentToName,
  together: readonly OtherName[],
  readAgain: (taken: TakenNames) => AppResult<ImportDocument>,
): AppResult<ImportDocument> =>
  document.requests.length === 0 || listOwnValues(document).length === 0
    ? TE.right(document)
    : pipe(
        TE.Do,
        TE.bind('folders', () => loadFolders(ports)(workspace.id)),
        TE.bind('environments', () => loadFilledEnvironments(ports, workspace)),
        TE.flatMap(({ folders, environments }) => {
          const earlier =
            given.update === true ? findEarlierImport(memory, document, folders.all) : undefined;
          const own = new Set(earlier?.remembered.environments.map(({ id }) => id));
          const ofCollections = new Set(
            memory.imports.flatMap((one) => one.environments.map(({ id }) => id)),
          );
          const others = environments
            .filter(({ id }) => !own.has(id))
            .flatMap(({ id, variables, secrets }) =>
              [...variables, ...secrets].map(({ name, value }): OtherName => ({
                ...{ name, value },
                isOfCollection: ofCollections.has(id),
              })),
            );
          const taken = findTakenNames(document, [...others, ...together]);
          return taken === undefined ? TE.right(document) : readAgain(taken);
        }),
      );

/** The URL that the text of a call was fetched from, the names that a person said are not secrets, and those that are taken. */
export type Origin = Pick<FetchedDocument, 'url' | 'base'> & Pick<ForeignDocument, 'plain' | 'taken'>;

/** Reads the document that a call passes as text or as the name of a file in the workspace. */
const readInputDocument = (
  ports: Ports,
  workspace: Workspace,
  { text, file, name, format, keep, plain, taken, base }: ImportArguments & Origin,
): AppResult<ForeignDocument> => {
  const more = {
    ...(format === undefined ? {} : { format }),
    ...(keep === undefined ? {} : { keep }),
    ...(plain === undefined ? {} : { plain }),
    ...(taken === undefined ? {} : { taken }),
    ...(base === undefined ? {} : { base }),
  };
  if ((text === undefined) === (file === undefined))
    return TE.left(
      createInvalidInput('text', 'or file must be given, one of them', {
        expected: 'a document',
        got: text ?? null,
      }),
    );
  if (file === undefined)
    return TE.right({ text: text ?? '', ...more, ...(name === undefined ? {} : { name }) });
  return pipe(
    ports.requestFiles.read(workspace.path, file, importLimits.bytes),
    TE.mapLeft(({ message }): AppError =>
      createInvalidInput('file', `cannot be read: ${message.replace(/\.$/, '')}`, {
        expected: 'a file of the workspace',
        got: file,
      }),
    ),
    TE.flatMapTask((bytes) => () => decodeFileTextInSlices(bytes)),
    TE.flatMapEither((read) =>
      'text' in read
        ? E.right({ text: read.text, name: name ?? file, ...more })
        : E.left(
            createInvalidInput('file', `cannot be read: ${read.problem}`, {
              expected: 'a document',
              got: file,
            }),
          ),
    ),
  );
};

/** Reads a file that a document refers to by a path relative to the document's folder. Undefined if the file does not exist. */
export type ReadBeside = (path: string) => Promise<string | undefined>;

/** Maximum number of files that one document may refer to. */
const maxReferencedFiles = 200;

/** Creates a reader of the files that a document refers to, in the workspace. */
const createSiblingReader = (ports: Ports, workspace: Workspace, file: string): ReadBeside => {
  const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/') + 1) : '';
  return async (path) => {
    const bytes = await getOrUndefined(
      ports.requestFiles.read(workspace.path, `${folder}${path}`, importLimits.bytes),
    );
    const text = bytes === undefined ? undefined : await decodeFileTextInSlices(bytes);
    return text !== undefined && 'text' in text ? text.text : undefined;
  };
};

const measureFiles = (files: ReadonlyMap<string, string>): number =>
  [...files.values()].reduce((sum, { length }) => sum + length, 0);

/** Reads a document, again and again with more of the files that it refers to, until no readable one is missing. */
const readWhole = (
  read: DocumentReader,
  document: ForeignDocument,
  beside: ReadBeside | undefined,
): AppResult<ImportDocument> =>
  pipe(
    read(document),
    TE.flatMap((found) => {
      const known = document.files ?? new Map<string, string>();
      const missing = (found.missing ?? []).filter((path) => !known.has(path));
      if (beside === undefined || missing.length === 0 || known.size + missing.length > maxReferencedFiles)
        return TE.right(found);
      return pipe(
        TE.fromTask<readonly (readonly [string, string | undefined])[], AppError>(() =>
          Promise.all(missing.map(async (path) => [path, await beside(path)] as const)),
        ),
        TE.flatMap((texts) => {
          const more = texts.flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const]));
          const files = new Map([...known, ...more]);
          if (measureFiles(files) > importLimits.bytes)
            return TE.left(
              createInvalidInput(
                'text',
                `and the files that it refers to are longer than the limit; split it`,
                {
                  expected: 'a shorter document',
                  got: document.name ?? '',
                },
              ),
            );
          return more.length === 0 ? TE.right(found) : readWhole(read, { ...document, files }, beside);
        }),
      );
    }),
  );

/** Reads the document that a call imports, with the files that it refers to. */
export const readImport = (
  ports: Ports,
  workspace: Workspace,
  asked: ImportArguments & Origin,
  beside = asked.file === undefined ? undefined : createSiblingReader(ports, workspace, asked.file),
): AppResult<ImportDocument> =>
  pipe(
    readInputDocument(ports, workspace, asked),
    TE.flatMap((document) =>
      ports.readDocument === undefined
        ? TE.left(
            createInvalidInput('text', 'cannot be imported by this program', {
              expected: 'nothing',
              got: '',
            }),
          )
        : readWhole(ports.readDocument, document, beside),
    ),
    TE.filterOrElse(
      ({ requests, missing = [] }) => requests.length > 0 || missing.length === 0,
      ({ missing = [] }) =>
        createInvalidInput(
          'text',
          `has no request in it, and these files were not read: ${missing.slice(0, 5).join(', ')}`,
          {
            expected: 'a document with the files that it refers to',
            got: missing.length,
          },
        ),
    ),
    TE.map((document) => (asked.url === undefined ? document : { ...document, url: asked.url })),
  );

/** Reads the only document of a call, and gives its values names that nothing else has with another value. */
export const readWithFreeNames = (
  ports: Ports,
  asked: Omit<DocumentToName, 'document'> & { readonly given: ImportArguments & Origin },
  beside: ReadBeside | undefined,
): AppResult<ImportDocument> => {
  const { given, workspace } = asked;
  return pipe(
    readImport(ports, workspace, given, beside),
    TE.flatMap((document) =>
      giveFreeNames(ports, { ...asked, document }, [], (taken) =>
        readImport(ports, workspace, { ...given, taken }, beside),
      ),
    ),
  );
};
