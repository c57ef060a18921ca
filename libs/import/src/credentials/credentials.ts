import {
  type Auth,
  type Body,
  type Example,
  type ExposedSecret,
  findExposedSecrets,
  type ImportDocument,
  type ImportedEnvironment,
  type ImportedFolder,
  type ImportedRequest,
  isDistinctive,
  isPlainText,
  type MultipartPart,
  nameSecrets,
  secretAuthFields,
  type Pair,
  referToSecrets,
  type TakenNames,
} from '@tandem/core';

import { createPair } from '../value.js';
import { addSecrets, extendGlobals, makePlain } from './environments.js';
import { createVault, findCookieReason, isCredential, isSecretValue, type Vault } from './vault.js';

/** A field of a JSON object whose value is a string. */
const textFieldPattern = /("((?:[\w. -]|\\u[\da-f]{4})+)"\s*:\s*)"((?:[^"\\\n]|\\.)*)"/gi;

const replaceInTextFields = (
  content: string,
  vault: Vault,
  replaces: (value: string, written: string) => boolean,
): string =>
  content.replace(textFieldPattern, (whole, before: string, name: string, written: string) => {
    const value = parseLiteral(written);
    return value !== undefined && isCredential(createPair(name, value)) && replaces(value, written)
      ? `${before}"${vault.reference(name, value)}"`
      : whole;
  });

/** Replaces credentials in JSON fields of a text with references. */
const replaceInText = (content: string, vault: Vault): string =>
  replaceInTextFields(content, vault, () => true);

/** Replaces keys and tokens in a description's JSON examples with references. Prose stays. */
const replaceInProse = (text: string, vault: Vault): string =>
  replaceInTextFields(text, vault, isDistinctive);

/** Replaces credentials in the fields of a JSON value with references. */
const replaceInJson = <A>(value: A, vault: Vault): A => {
  const replace = (one: unknown, name: string): unknown => {
    if (typeof one === 'string')
      return isCredential(createPair(name, one)) ? vault.reference(name, one) : replaceInText(one, vault);
    if (Array.isArray(one)) return one.map((inner) => replace(inner, name));
    if (typeof one !== 'object' || one === null || Object.getPrototypeOf(one) !== Object.prototype)
      return one;
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, replace(inner, key)]));
  };
  return replace(value, '') as A;
};

/**
 * Replaces credentials in text that is sent, except values that contain JSON escapes: a variable's value is inserted without
 * escaping.
 */
const replaceInSentText = (content: string, vault: Vault): string =>
  replaceInTextFields(content, vault, (value, written) => value === written);

/** Decodes the content of a JSON string; undefined if it is invalid. */
const parseLiteral = (written: string): string | undefined => {
  try {
    return JSON.parse(`"${written}"`) as string;
  } catch {
    return undefined;
  }
};

const replaceInFields = (fields: readonly Pair[], vault: Vault): readonly Pair[] =>
  fields.map((one) => (isCredential(one) ? { ...one, value: vault.reference(one.name, one.value) } : one));

const replaceInPart = (part: MultipartPart, vault: Vault): MultipartPart =>
  'value' in part && isCredential(part) ? { ...part, value: vault.reference(part.name, part.value) } : part;

/** Replaces credentials in a body with references. The names of its fields decide which values are credentials. */
const replaceInBody = (body: Body, vault: Vault): Body => {
  switch (body.type) {
    case 'json':
      return { ...body, content: replaceInText(body.content, vault) };
    case 'text':
      return { ...body, content: replaceInSentText(body.content, vault) };
    case 'form-urlencoded':
      return { ...body, fields: replaceInFields(body.fields, vault) };
    case 'multipart':
      return { ...body, parts: body.parts.map((part) => replaceInPart(part, vault)) };
    case 'none':
    case 'binary':
      return body;
  }
};

const credentialHeaderPattern =
  /^(?:authorization|proxy-authorization|x-api-key|api-key|x-auth-token|x-access-token)$/i;

/** A scheme and its credentials (RFC 9110, section 11.4). Credentials with parameters are one value. */
const schemePattern = /^(\s*[A-Za-z][\w-]*\s+)([^\s=,]+=*)\s*$/;

/** The variable name for a header or a cookie. */
const toVariableName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[^\w.]+/g, '_');

const replaceInAuthorization = (name: string, value: string, vault: Vault): string => {
  const why = credentialHeaderPattern.test(name.trim()) ? 'place' : 'name';
  const [, before = '', credentials = value] = schemePattern.exec(value) ?? [];
  // Documentation often has a placeholder here, such as `Credential=<accessKeyId>`.
  const isTemplate = /="?<[a-z][\w -]*>/i.test(credentials);
  return isSecretValue(credentials) && !isTemplate
    ? `${before}${vault.reference(toVariableName(name), credentials, why)}`
    : value;
};

/** Replaces cookie values that grant access (RFC 6265, section 4.2.1). Cookie names stay text. */
const replaceInCookies = (value: string, vault: Vault): string =>
  value.replace(/(?<![^=;\s])([^=;\s]+)=([^;]*)/g, (whole, name: string, written: string) => {
    const one = written.trim().replace(/^"(.*)"$/, '$1');
    const why = findCookieReason(name, one);
    return why === undefined
      ? whole
      : `${name}=${written.replace(one, () => vault.reference(toVariableName(name), one, why))}`;
  });

/** Replaces the cookie of a `Set-Cookie` header. Its attributes stay. */
const replaceInSetCookie = (value: string, vault: Vault): string => {
  const end = value.includes(';') ? value.indexOf(';') : value.length;
  return `${replaceInCookies(value.slice(0, end), vault)}${value.slice(end)}`;
};

const replaceInValue = ({ name, value }: Pick<Pair, 'name' | 'value'>, vault: Vault): string => {
  switch (name.trim().toLowerCase()) {
    case 'cookie':
      return replaceInCookies(value, vault);
    case 'set-cookie':
      return replaceInSetCookie(value, vault);
    default:
      return credentialHeaderPattern.test(name.trim()) || isCredential({ name, value, enabled: true })
        ? replaceInAuthorization(name, value, vault)
        : value;
  }
};

/** Replaces credentials in headers with references. */
const replaceInHeaders = <H extends Pick<Pair, 'name' | 'value'>>(
  headers: readonly H[],
  vault: Vault,
): readonly H[] => headers.map((one) => ({ ...one, value: replaceInValue(one, vault) }));

const replaceInAuth = (auth: Auth, vault: Vault): Auth => {
  if (auth.type === 'unsupported') return auth;
  if (auth.type === 'api-key' && auth.name === 'Cookie') {
    // A cookie's name is not a secret.
    const [, name, value = ''] = /^([^=;]*)=([^;]*)$/.exec(auth.value) ?? [];
    if (name !== undefined)
      return isSecretValue(value)
        ? { ...auth, value: `${name}=${vault.reference(name, value, 'place')}` }
        : auth;
  }
  const secretFields: readonly string[] = secretAuthFields[auth.type];
  const replaced = Object.entries(auth).map(([field, value]: [string, unknown]) =>
    secretFields.includes(field) && typeof value === 'string' && isSecretValue(value)
      ? [field, vault.reference(field === 'value' ? 'api_key' : field, value, 'place')]
      : [field, value],
  );
  return Object.fromEntries(replaced) as Auth;
};

const replaceInEnvironment = (environment: ImportedEnvironment, vault: Vault): ImportedEnvironment => {
  const isFound = (one: Pair): boolean => isCredential(one) && !vault.isSpared(one.value);
  const found = environment.variables.filter(isFound);
  const variables = environment.variables
    .filter((one) => !isFound(one))
    .map((one) => ({ ...one, value: replaceLogins(one.value, vault) }));
  return { ...environment, variables, secrets: [...environment.secrets, ...found] };
};

/** Replaces query parameters whose names indicate a credential. */
const replaceInQuery = (query: readonly Pair[], vault: Vault): readonly Pair[] =>
  query.map((one) => (isCredential(one) ? { ...one, value: vault.reference(one.name, one.value) } : one));

/** Matches the password of a login in a URL. */
const passwordPattern = /(:\/\/[^\s/?#:@]*:)([^\s/?#@]+)(?=@)/g;

/** Replaces passwords in the URLs of a text. */
const replaceLogins = (text: string, vault: Vault): string =>
  text.replace(passwordPattern, (whole, before: string, password: string) =>
    isSecretValue(password) ? `${before}${vault.reference('password', password, 'place')}` : whole,
  );

/** Matches a parameter in a URL's query. */
const queryPattern = /([?&])([^=&#?]+)=([^&#]+)/g;

/** Replaces the password and the credentials in a URL's query. */
const replaceInUrl = (url: string, vault: Vault): string =>
  replaceLogins(url, vault).replace(queryPattern, (whole, mark: string, name: string, value: string) =>
    isCredential(createPair(name, value)) ? `${mark}${name}=${vault.reference(name, value)}` : whole,
  );

interface CredentialFields {
  readonly url?: string;
  readonly description?: string;
  readonly headers?: readonly Pair[];
  readonly queryParams?: readonly Pair[];
  readonly auth?: Auth;
}

const replaceInCommonFields = <H extends CredentialFields>(one: H, vault: Vault): H => ({
  ...one,
  ...(one.url === undefined ? {} : { url: replaceInUrl(one.url, vault) }),
  ...(one.description === undefined ? {} : { description: replaceInProse(one.description, vault) }),
  ...(one.headers === undefined ? {} : { headers: replaceInHeaders(one.headers, vault) }),
  ...(one.queryParams === undefined ? {} : { queryParams: replaceInQuery(one.queryParams, vault) }),
  ...(one.auth === undefined ? {} : { auth: replaceInAuth(one.auth, vault) }),
});

const replaceInExample = ({ request, response, ...one }: Example, vault: Vault): Example => {
  const { body } = response;
  const data = body === null ? '' : replaceInText(body.data, vault);
  return {
    ...one,
    request: request && {
      ...replaceInCommonFields(request, vault),
      body: replaceInBody(request.body, vault),
    },
    response: {
      ...response,
      headers: replaceInHeaders(response.headers, vault),
      body: body && { ...body, data },
    },
  };
};

const replaceInRequest = (request: ImportedRequest, vault: Vault): ImportedRequest => {
  // Imported requests may be named after their URLs.
  const { name, origin } = request;
  const called = {
    name: replaceLogins(name, vault),
    ...(origin === undefined ? {} : { origin: replaceLogins(origin, vault) }),
  };
  const replaced = replaceInCommonFields({ ...request, ...called }, vault);
  if (replaced.kind === 'graphql') {
    const { variables } = replaced;
    return variables === undefined ? replaced : { ...replaced, variables: replaceInJson(variables, vault) };
  }
  const { body, examples } = replaced;
  return {
    ...replaced,
    ...(body === undefined ? {} : { body: replaceInBody(body, vault) }),
    ...(examples === undefined ? {} : { examples: examples.map((one) => replaceInExample(one, vault)) }),
  };
};

const listVariableNames = (document: ImportDocument): readonly string[] =>
  [
    ...document.environments.flatMap(({ variables, secrets }) => [...variables, ...secrets]),
    ...document.folders.flatMap(({ variables = [] }) => variables),
  ].map(({ name }) => name);

/** Maximum number of secrets whose values are searched for in all texts. */
const maxSearchedSecrets = 2_000;

/**
 * Whether a value is an example. In an API description, all values are examples, except random ones that nobody would
 * invent.
 */
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
