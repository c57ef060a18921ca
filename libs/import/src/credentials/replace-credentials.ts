import {
  type Auth,
  type Body,
  type Example,
  type ImportedEnvironment,
  type ImportedRequest,
  isDistinctive,
  type MultipartPart,
  type Pair,
  secretAuthFields,
} from '@tandem/core';

import { createPair } from '../value.js';
import { findCookieReason, isCredential, isSecretValue, type Vault } from './vault.js';

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

/** Moves the credentials among an environment's variables to its secrets, and replaces logins in URLs with references. */
export const replaceInEnvironment = (environment: ImportedEnvironment, vault: Vault): ImportedEnvironment => {
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
export const replaceLogins = (text: string, vault: Vault): string =>
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

/** Replaces the credentials in the fields that requests, folders and examples have in common. */
export const replaceInCommonFields = <H extends CredentialFields>(one: H, vault: Vault): H => ({
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

/** Replaces the credentials in all parts of a request, with its examples. */
export const replaceInRequest = (request: ImportedRequest, vault: Vault): ImportedRequest => {
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
