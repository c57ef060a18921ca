import type { ImportedEnvironment, Pair } from '@tandem/core';

import { type Fields, fieldsAt, isFields, listAt, objectsAt, pair, textAt, textOf } from '../value.js';

/** The base URLs of a Swagger 2 document. */
const listSwaggerServers = (document: Fields): readonly Fields[] => {
  const host = textAt(document, 'host');
  const schemes = listAt(document, 'schemes')
    .map(textOf)
    .filter((one) => /^https?$/.test(one));
  const path = textAt(document, 'basePath').replace(/\/$/, '');
  if (host === '') return [{ url: path }];
  return (schemes.length > 0 ? schemes : ['https']).map((scheme) => ({ url: `${scheme}://${host}${path}` }));
};

/** Variables in it are not encoded. */
const decodeBraces = (url: string): string => url.replaceAll('%7B', '{').replaceAll('%7D', '}');

const hostOf = (url: string): string => /^[a-z]+:\/\/([^/?#]+)/i.exec(url)?.[1] ?? url;

/**
 * A relative URL is resolved against the document's (OpenAPI 3.1, section 4.8.5); without one it points to this
 * machine.
 */
const absolute = (url: string, base: string | undefined): string => {
  if (/^[a-z]+:\/\/|^\{\{/i.test(url)) return url;
  return base === undefined || !URL.canParse(base)
    ? `http://localhost${url}`
    : decodeBraces(new URL(url === '' ? '/' : url, base).href.replace(/\/+$/, ''));
};

interface Address {
  readonly url: string;
  /** The variables in the URL, with their defaults. */
  readonly variables: readonly Pair[];
}

const addressOf = (server: Fields, base: string | undefined): Address => {
  const url = textAt(server, 'url').replace(/\/+$/, '');
  const variables = Object.entries(fieldsAt(server, 'variables')).filter(([, one]) => isFields(one));
  const named = variables.reduce((text, [name]) => text.replaceAll(`{${name}}`, `{{${name}}}`), url);
  return {
    url: absolute(named, base),
    variables: variables.map(([name, one]) => pair(name, textAt(one, 'default'))),
  };
};

/**
 * An environment for each server, with its URL as `baseUrl`.
 * @param secrets names of secrets, which a person fills in
 * @param base the URL of the document
 */
export const environmentsOf = (
  document: Fields,
  secrets: readonly string[],
  base?: string,
): readonly ImportedEnvironment[] => {
  const given =
    document.swagger === undefined ? objectsAt(document, 'servers') : listSwaggerServers(document);
  return (given.length > 0 ? given : [{ url: '/' }]).map((server) => {
    const { url, variables } = addressOf(server, base);
    return {
      name: (textAt(server, 'description').split('\n', 1)[0] ?? '').slice(0, 80) || hostOf(url),
      variables: [pair('baseUrl', url), ...variables],
      secrets: secrets.map((name) => pair(name, '')),
    };
  });
};

/** The server of an operation with its own or its path's servers; they replace the document's. */
export interface OwnServer extends Address {
  /** The URLs of its other servers. */
  readonly others: readonly string[];
}

export const findOwnServer = (operation: Fields, item: Fields, base?: string): OwnServer | undefined => {
  const own = objectsAt(operation, 'servers');
  const [first, ...others] = own.length > 0 ? own : objectsAt(item, 'servers');
  return first && { ...addressOf(first, base), others: others.map((one) => addressOf(one, base).url) };
};

const schemesOf = (value: Fields): readonly string[] =>
  listAt(value, 'schemes')
    .map(textOf)
    .filter((one) => /^https?$/.test(one));

/** The scheme that a Swagger 2 operation requires, if the document does not offer it. */
export const findOwnScheme = (operation: Fields, document: Fields): string | undefined => {
  const own = schemesOf(operation);
  const offered = schemesOf(document);
  const isOffered = own.some((one) => one === (offered[0] ?? 'https'));
  return isOffered || textAt(document, 'host') === '' ? undefined : own[0];
};
