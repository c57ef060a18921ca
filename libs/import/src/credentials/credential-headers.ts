import type { Pair } from '@tandem/core';

import { isCredential, isSecretCookie, isSecretValue, type Vault } from './vault.js';

const credentialHeader =
  /^(?:authorization|proxy-authorization|x-api-key|api-key|x-auth-token|x-access-token)$/i;

/** A scheme and its credentials (RFC 9110, section 11.4); those with parameters are taken as a whole. */
const scheme = /^(\s*[A-Za-z][\w-]*\s+)([^\s=,]+=*)\s*$/;

/** The variable name for a header or a cookie. */
const toVariableName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[^\w.]+/g, '_');

const hideInAuthorization = (name: string, value: string, vault: Vault): string => {
  const [, before = '', credentials = value] = scheme.exec(value) ?? [];
  // A parameter with a placeholder, as in documentation: `Credential=<accessKeyId>`.
  const isTemplate = /="?<[a-z][\w -]*>/i.test(credentials);
  return isSecretValue(credentials) && !isTemplate
    ? `${before}${vault.reference(toVariableName(name), credentials)}`
    : value;
};

/** Each cookie separately (RFC 6265, section 4.2.1): names are text, and values that grant access are secrets. */
const hideInCookies = (value: string, vault: Vault): string =>
  value.replace(/(?<![^=;\s])([^=;\s]+)=([^;]*)/g, (whole, name: string, written: string) => {
    const one = written.trim().replace(/^"(.*)"$/, '$1');
    return isSecretCookie(name, one)
      ? `${name}=${written.replace(one, () => vault.reference(toVariableName(name), one))}`
      : whole;
  });

/** The first cookie of a `Set-Cookie` header, followed by its attributes. */
const hideInSetCookie = (value: string, vault: Vault): string => {
  const end = value.includes(';') ? value.indexOf(';') : value.length;
  return `${hideInCookies(value.slice(0, end), vault)}${value.slice(end)}`;
};

const hideInValue = ({ name, value }: Pick<Pair, 'name' | 'value'>, vault: Vault): string => {
  switch (name.trim().toLowerCase()) {
    case 'cookie':
      return hideInCookies(value, vault);
    case 'set-cookie':
      return hideInSetCookie(value, vault);
    default:
      return credentialHeader.test(name.trim()) || isCredential({ name, value, enabled: true })
        ? hideInAuthorization(name, value, vault)
        : value;
  }
};

/** The headers with references to their credentials. */
export const hideInHeaders = <H extends Pick<Pair, 'name' | 'value'>>(
  headers: readonly H[],
  vault: Vault,
): readonly H[] => headers.map((one) => ({ ...one, value: hideInValue(one, vault) }));
