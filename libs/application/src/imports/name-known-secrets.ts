import {
  type AppError,
  type AppResult,
  createTurns,
  findExposed,
  type ImportDocument,
  isPlainText,
  selectWithheldSecrets,
  mapInSlices,
  type Ports,
  prepareSearch,
  referToSecrets,
  type Secret,
  minFileSecretLength,
  type Workspace,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { StoreAccess } from '../transaction.js';
import { loadKnownSecrets, listSecrets } from '../secrets/secrets.js';
import type { KnownSecret } from './import-arguments.js';

/** The ports that know the secrets. */
export type KnownSecretPorts = StoreAccess & Pick<Ports, 'givenSecrets' | 'secretProvider'>;

/** A document with the workspace's secrets replaced by names, and where it contained one. */
interface NamedDocument {
  readonly document: ImportDocument;
  readonly knownSecrets: readonly KnownSecret[];
}

const listVariables = ({ folders, environments }: ImportDocument): readonly Secret[] => [
  ...folders.flatMap(({ variables = [] }) => variables),
  ...environments.flatMap(({ variables, secrets }) => [...variables, ...secrets]),
];

/** The secrets whose names mean the same value wherever the document is executed. */
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
    await prepareSearch(some, { shortest: minFileSecretLength, pieces: false });
  const exposed = findExposed(all);
  const named = referToSecrets(toName);
  const { folders, environments } = document;
  const elsewhere = exposed({ folders, environments }).map((one) => ({ ...one, now: 'plain' as const }));
  const requests = await mapInSlices(document.requests, (request) => {
    const before = exposed({ requests: [request] });
    if (before.length === 0) return { request, places: [] };
    const next = named(request);
    const places = new Set(exposed({ requests: [next] }).map(({ place }) => place));
    return {
      request: next,
      places: before.map((one) => ({
        ...one,
        now: places.has(one.place) ? ('plain' as const) : ('named' as const),
      })),
    };
  });
  return {
    document: { ...document, requests: requests.map(({ request }) => request) },
    knownSecrets: [...elsewhere, ...requests.flatMap(({ places }) => places)],
  };
};

/**
 * Replaces values of workspace secrets with their names in a document's requests, and reports each place that
 * contains a known secret: left in, it would be plain text in a file, so no file ever contains it.
 * @param together the secrets of documents that are imported in the same call
 */
export const nameKnownSecrets = (
  ports: KnownSecretPorts,
  { id }: Workspace,
  document: ImportDocument,
  together: readonly Secret[] = [],
): AppResult<NamedDocument> =>
  pipe(
    TE.Do,
    TE.apS('environments', ports.store.environments.list(id)),
    TE.apS('known', loadKnownSecrets(ports)),
    TE.flatMap(({ environments, known }) => {
      const own = [...listSecrets(environments), ...together];
      return TE.fromTask<NamedDocument, AppError>(() =>
        nameDocumentSecrets(document, own, [...own, ...known]),
      );
    }),
  );
