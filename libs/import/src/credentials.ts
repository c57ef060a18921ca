import {
  type Auth,
  type Example,
  freeName,
  type ImportDocument,
  type ImportedEnvironment,
  type ImportedFolder,
  type ImportedRequest,
  type Pair,
  sameOnDisk,
} from '@tandem/core';

import { hideInBody, hideInText } from './credential-bodies.js';
import { nameSecrets, referToSecrets } from './refer-to-secrets.js';
import { pair } from './value.js';
import { createVault, isCredential, isLiteral, type Vault } from './vault.js';

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

const credentialHeader =
  /^(?:authorization|proxy-authorization|cookie|x-api-key|api-key|x-auth-token|x-access-token)$/i;

const hideInAuth = (auth: Auth, vault: Vault): Auth => {
  if (auth.type === 'unsupported') return auth;
  if (auth.type === 'api-key' && auth.name === 'Cookie') {
    // The name of a cookie is no secret.
    const [, name, value = ''] = /^([^=;]*)=([^;]*)$/.exec(auth.value) ?? [];
    if (name !== undefined)
      return isLiteral(value) ? { ...auth, value: `${name}=${vault.reference(name, value)}` } : auth;
  }
  const hidden = Object.entries(auth).map(([field, value]: [string, unknown]) => {
    const isSecret = (secretFields as readonly string[]).includes(field);
    return isSecret && typeof value === 'string' && isLiteral(value)
      ? [field, vault.reference(field === 'value' ? 'api_key' : field, value)]
      : [field, value];
  });
  return Object.fromEntries(hidden) as Auth;
};

const hideInHeaders = <H extends Pick<Pair, 'name' | 'value'>>(
  headers: readonly H[],
  vault: Vault,
): readonly H[] =>
  headers.map((one) =>
    credentialHeader.test(one.name) && isLiteral(one.value)
      ? { ...one, value: vault.reference(one.name.toLowerCase().replaceAll('-', '_'), one.value) }
      : one,
  );

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

const hideInExample = ({ request, response, ...one }: Example, vault: Vault): Example => {
  const { body } = response;
  const data = body === null ? '' : hideInText(body.data, vault);
  return {
    ...one,
    request: request && { ...hideIn(request, vault), body: hideInBody(request.body, vault) },
    response: {
      ...response,
      headers: hideInHeaders(response.headers, vault),
      body: body && { ...body, data },
    },
  };
};

const hideInRequest = (request: ImportedRequest, vault: Vault): ImportedRequest => {
  const hidden = hideIn(request, vault);
  if (hidden.kind === 'graphql') return hidden;
  const { body, examples } = hidden;
  return {
    ...hidden,
    ...(body === undefined ? {} : { body: hideInBody(body, vault) }),
    ...(examples === undefined ? {} : { examples: examples.map((one) => hideInExample(one, vault)) }),
  };
};

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

/** The values of how many secrets are searched for in all texts. */
const mostSearched = 2_000;

/**
 * Makes secrets of an environment out of all credentials that stand in a document: in auths and headers, and in variables and
 * fields of bodies whose names say so. The environment has the name of the document, unless there is one already.
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
  const hidden = document.requests.map((request): ImportedRequest => hideInRequest(request, vault));
  const secrets = [...[...moved].map(([name, value]) => pair(name, value)), ...vault.secrets()];
  const environments = withSecrets(document.environments.map(inEnvironment), document.name, secrets);
  const known = environments.flatMap((one) => one.secrets);
  // The search takes time for each text and secret, and reading a document has a time limit.
  if (known.length > mostSearched) return { ...document, folders, requests: hidden, environments };
  const named = nameSecrets(known);
  return {
    ...document,
    folders: folders.map((one) =>
      one.description === undefined ? one : { ...one, description: named(one.description) },
    ),
    requests: hidden.map(referToSecrets(known)),
    environments,
  };
};
