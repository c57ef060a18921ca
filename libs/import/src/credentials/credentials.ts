import {
  type ExposedSecret,
  findExposedSecrets,
  type ImportDocument,
  type ImportedFolder,
  type ImportedRequest,
  isDistinctive,
  isPlainText,
  nameSecrets,
  type Pair,
  referToSecrets,
  type TakenNames,
} from '@tandem/core';

import { createPair } from '../value.js';
import { addSecrets, extendGlobals, makePlain } from './environments.js';
import {
  replaceInCommonFields,
  replaceInEnvironment,
  replaceInRequest,
  replaceLogins,
} from './replace-credentials.js';
import { createVault, isCredential } from './vault.js';

const listVariableNames = (document: ImportDocument): readonly string[] =>
  [
    ...document.environments.flatMap(({ variables, secrets }) => [...variables, ...secrets]),
    ...document.folders.flatMap(({ variables = [] }) => variables),
  ].map(({ name }) => name);

/** Maximum number of secrets whose values are searched for in all texts. */
const maxSearchedSecrets = 2_000;

/** In an API description, all values are examples, except random ones that nobody would invent. */
const isExample = ({ format }: ImportDocument, value: string): boolean =>
  format === 'openapi' && !isDistinctive(value);

/**
 * Values and names that are not secrets. `spared` are values that also occur elsewhere in the document;
 * `plain` are names that a person declared not to be secret; `taken` are names that others have.
 */
interface Exceptions {
  readonly spared: ReadonlySet<string>;
  readonly plain: ReadonlySet<string>;
  readonly taken: TakenNames;
}

const noNames: TakenNames = { all: [], ofCollections: [] };

const vaultPattern = /\{\{(vault:[^{}"\\]+)\}\}/g;

/** The names of the values that requests take from the vault of Postman, which no document contains. */
const listVaultNames = ({ format, folders, requests }: ImportDocument): readonly string[] =>
  format.startsWith('postman')
    ? [
        ...new Set(
          [...folders, ...requests].flatMap((one) =>
            [...JSON.stringify(one).matchAll(vaultPattern)].map(([, name = '']) => name),
          ),
        ),
      ]
    : [];

/** Replaces credentials with references to secrets, and adds the secrets to the document. */
const extractInPlace = (document: ImportDocument, { spared, plain, taken }: Exceptions): ImportDocument => {
  const vault = createVault(
    [...listVariableNames(document), ...taken.all],
    (value) => spared.has(value) || isExample(document, value),
  );
  const keepsInFolder = new Set(taken.ofCollections);
  const moved = new Map<string, string>();
  const ofFolders = new Set<string>();
  /**
   * Moves the credentials of the whole document to the environment under their names. A folder keeps a variable, which refers to a secret
   * under a name that nothing else has, because only the requests of the folder may see it. So does the document if
   * another collection has the name.
   */
  const extractFromVariables = (path: string, variables: readonly Pair[]): readonly Pair[] =>
    variables.flatMap((one) => {
      if (!isCredential(one) || vault.isSpared(one.value))
        return [{ ...one, value: replaceLogins(one.value, vault) }];
      if (plain.has(one.name)) {
        ofFolders.add(one.name);
        return [one];
      }
      if (path !== '' || keepsInFolder.has(one.name) || (moved.get(one.name) ?? one.value) !== one.value)
        return [{ ...one, value: vault.reference(one.name, one.value) }];
      moved.set(one.name, one.value);
      return [];
    });
  const folders = document.folders.map((folder): ImportedFolder =>
    replaceInCommonFields(
      folder.variables === undefined
        ? folder
        : { ...folder, variables: extractFromVariables(folder.path, folder.variables) },
      vault,
    ),
  );
  const requests = document.requests.map((request): ImportedRequest => replaceInRequest(request, vault));
  const given = document.environments.map((one) => replaceInEnvironment(one, vault));
  const secrets = [
    ...[...moved].map(([name, value]) => createPair(name, value)),
    ...vault.secrets(),
    ...listVaultNames(document).map((name) => createPair(name, '')),
  ];
  const environments = extendGlobals(addSecrets(given, document.name, secrets));
  const [own] = environments.length > given.length ? environments : [];
  const names = new Set(environments.flatMap((one) => one.secrets.map(({ name }) => name)));
  const ofDocument = new Set(document.environments.flatMap((one) => one.secrets.map(({ name }) => name)));
  return {
    ...document,
    folders,
    requests,
    environments: makePlain(environments, plain),
    ...(own === undefined ? {} : { credentialsIn: own.name }),
    secretReasons: [...names].map((name) => ({
      name,
      why:
        ofDocument.has(name) || name.startsWith('vault:') ? 'document' : (vault.reasons.get(name) ?? 'name'),
    })),
    ...(plain.size === 0
      ? {}
      : { plain: [...plain].filter((name) => names.has(name) || ofFolders.has(name)) }),
  };
};

/** The document with its credentials as secrets, or the reason why a credential would remain in plain text. */
export type ExtractionResult =
  | { readonly kind: 'extracted'; readonly document: ImportDocument }
  | { readonly kind: 'exposed'; readonly why: string };

const describeExposure = ({ place, secret }: ExposedSecret): string =>
  `has the value of the secret “${secret}” in plain text, where it would be written into files: ${place}. Replace it there with a variable, in a script with one that the script reads; nothing was imported`;

/**
 * Turns all credentials in a document into secrets of an environment: in auths, headers and cookies, and in variables and body fields
 * whose names and values indicate one. The environment has the document's name, unless the document has one environment already. If
 * the value of a secret also occurs in text in which variables are filled in, it is replaced there too. In other text, a weak password
 * or an example in an API description stays, and any other occurrence rejects the whole document. Names in `plain` stay variables, and no
 * credential of a request gets a name in `taken`.
 */
export const extractCredentials = (
  document: ImportDocument,
  { spared = new Set(), plain = new Set(), taken = noNames }: Partial<Exceptions> = {},
): ExtractionResult => {
  const inPlace = extractInPlace(document, { spared, plain, taken });
  const sought = inPlace.environments
    .flatMap((one) => one.secrets)
    .filter(({ value }) => !isPlainText(value));
  // Do not search for too many: each text is searched for each secret, and reading a document has a time
  // limit.
  if (sought.length === 0 || sought.length > maxSearchedSecrets)
    return { kind: 'extracted', document: inPlace };
  const named = nameSecrets(sought);
  const replaced = {
    ...inPlace,
    folders: inPlace.folders.map((one) =>
      one.description === undefined ? one : { ...one, description: named(one.description) },
    ),
    requests: inPlace.requests.map(referToSecrets(sought)),
    // A message about what was left out may contain a URL.
    leftOut: inPlace.leftOut.map(({ place, what }) => ({ place: named(place), what: named(what) })),
  };
  const exposed = findExposedSecrets(sought)(replaced);
  const given = new Set(document.environments.flatMap(({ secrets }) => secrets.map(({ value }) => value)));
  const maySpare = (value: string): boolean =>
    !given.has(value) && (document.format === 'openapi' || !isDistinctive(value));
  const weak = exposed.flatMap(({ secret }) =>
    sought.filter(({ name, value }) => name === secret && maySpare(value)),
  );
  const more = weak.map(({ value }) => value).filter((value) => !spared.has(value));
  if (more.length > 0)
    return extractCredentials(document, { spared: new Set([...spared, ...more]), plain, taken });
  const [first] = exposed;
  return first === undefined
    ? { kind: 'extracted', document: replaced }
    : { kind: 'exposed', why: describeExposure(first) };
};
