import {
  type Auth,
  freeName,
  type ImportDocument,
  type ImportedEnvironment,
  type ImportedFolder,
  type ImportedRequest,
  type Pair,
  sameOnDisk,
} from '@tandem/core';

import { pair } from './value.js';

/** The fields of auths whose values nobody else may see. */
const secretFields = [
  'password',
  'token',
  'value',
  'clientSecret',
  'privateKey',
  'secret',
  'secretAccessKey',
  'sessionToken',
  'consumerSecret',
  'accessToken',
  'accessTokenSecret',
] as const;

const credentialName =
  /(?:^|[^a-z])(?:pass(?:word|phrase|wd)?|pwd|secret|token|credentials?|api[-_ ]?key|apikey|private[-_ ]?key|access[-_ ]?key|bearer)(?:$|[^a-z])/i;

/** The name in words: `clientSecret` and `CLIENT_SECRET` alike. */
const inWords = (name: string): string => name.replace(/([a-z\d])([A-Z])/g, '$1_$2');

const notCredentials = /(?:url|uri|endpoint|type|name|path|expir(?:y|es)|ttl|id|in)$/i;

/** Whether a variable of this name holds a credential, as far as a name can tell. */
export const namesCredential = (name: string): boolean =>
  credentialName.test(inWords(name)) && !notCredentials.test(inWords(name));

const credentialHeader =
  /^(?:authorization|proxy-authorization|cookie|x-api-key|api-key|x-auth-token|x-access-token)$/i;

/** Whether the text is a value itself, not made of variables. */
const isLiteral = (text: string): boolean => text.trim() !== '' && !text.includes('{{');

/** Gives each credential a name, and the same one to the same value. */
const createVault = (taken: Iterable<string>) => {
  const names = new Set(taken);
  const byValue = new Map<string, string>();
  const keep = (wanted: string, value: string): string => {
    const known = byValue.get(value);
    if (known !== undefined) return known;
    let name = wanted;
    for (let number = 2; names.has(name); number += 1) name = `${wanted}_${number}`;
    names.add(name);
    byValue.set(value, name);
    return name;
  };
  return {
    /** The text that stands for the value. */
    reference: (wanted: string, value: string): string => `{{${keep(wanted, value)}}}`,
    secrets: (): readonly Pair[] => [...byValue].map(([value, name]) => pair(name, value)),
  };
};
type Vault = ReturnType<typeof createVault>;

const hideInAuth = (auth: Auth, vault: Vault): Auth => {
  if (auth.type === 'unsupported') return auth;
  const hidden = Object.entries(auth).map(([field, value]: [string, unknown]) => {
    const isSecret = (secretFields as readonly string[]).includes(field);
    return isSecret && typeof value === 'string' && isLiteral(value)
      ? [field, vault.reference(field === 'value' ? 'api_key' : field, value)]
      : [field, value];
  });
  return Object.fromEntries(hidden) as Auth;
};

const hideInHeaders = (headers: readonly Pair[], vault: Vault): readonly Pair[] =>
  headers.map((one) =>
    credentialHeader.test(one.name) && isLiteral(one.value)
      ? { ...one, value: vault.reference(one.name.toLowerCase().replaceAll('-', '_'), one.value) }
      : one,
  );

const isCredential = ({ name, value }: Pair): boolean => namesCredential(name) && isLiteral(value);

const inEnvironment = (environment: ImportedEnvironment): ImportedEnvironment => {
  const found = environment.variables.filter(isCredential);
  const variables = environment.variables.filter((one) => !isCredential(one));
  return { ...environment, variables, secrets: [...environment.secrets, ...found] };
};

/** Parameters of a query by their names. */
const hideInQuery = (query: readonly Pair[], vault: Vault): readonly Pair[] =>
  query.map((one) => (isCredential(one) ? { ...one, value: vault.reference(one.name, one.value) } : one));

interface Holder {
  readonly headers?: readonly Pair[];
  readonly queryParams?: readonly Pair[];
  readonly auth?: Auth;
}

const hideIn = <H extends Holder>(one: H, vault: Vault): H => ({
  ...one,
  ...(one.headers === undefined ? {} : { headers: hideInHeaders(one.headers, vault) }),
  ...(one.queryParams === undefined ? {} : { queryParams: hideInQuery(one.queryParams, vault) }),
  ...(one.auth === undefined ? {} : { auth: hideInAuth(one.auth, vault) }),
});

const variableNames = (document: ImportDocument): readonly string[] =>
  [
    ...document.environments.flatMap(({ variables, secrets }) => [...variables, ...secrets]),
    ...document.folders.flatMap(({ variables = [] }) => variables),
  ].map(({ name }) => name);

/** The environments with the secrets in the only one, or in one that all of them extend. */
const withSecrets = (
  environments: readonly ImportedEnvironment[],
  name: string,
  secrets: readonly Pair[],
): readonly ImportedEnvironment[] => {
  const [only] = environments;
  if (secrets.length === 0) return environments;
  if (only !== undefined && environments.length === 1)
    return [{ ...only, secrets: [...only.secrets, ...secrets] }];
  const own = freeName(name, (one) => environments.some((other) => sameOnDisk(other.name, one)));
  return [
    { name: own, variables: [], secrets },
    ...environments.map((one) => (one.extends === undefined ? { ...one, extends: own } : one)),
  ];
};

/**
 * Makes secrets of an environment out of all credentials that stand in a document: in auths, in headers and in variables whose
 * names say so. The environment has the name of the document, unless there is one already.
 */
export const hideCredentials = (document: ImportDocument): ImportDocument => {
  const vault = createVault(variableNames(document));
  const moved = new Map<string, string>();
  /** A credential goes to the environment by its name; where another folder has a different one, by a name of its own. */
  const hideInVariables = (variables: readonly Pair[]): readonly Pair[] =>
    variables.flatMap((one) => {
      if (!isCredential(one)) return [one];
      const known = moved.get(one.name);
      if (known !== undefined && known !== one.value)
        return [{ ...one, value: vault.reference(one.name, one.value) }];
      moved.set(one.name, one.value);
      return [];
    });
  const folders = document.folders.map((folder): ImportedFolder =>
    hideIn(
      folder.variables === undefined ? folder : { ...folder, variables: hideInVariables(folder.variables) },
      vault,
    ),
  );
  const requests = document.requests.map((request): ImportedRequest => hideIn(request, vault));
  const secrets = [...[...moved].map(([name, value]) => pair(name, value)), ...vault.secrets()];
  const environments = withSecrets(document.environments.map(inEnvironment), document.name, secrets);
  return { ...document, folders, requests, environments };
};
