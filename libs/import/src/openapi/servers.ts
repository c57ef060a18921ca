import type { ImportedEnvironment, Pair } from '@tandem/core';

import {
  type Fields,
  getFields,
  isFields,
  getList,
  getObjects,
  createPair,
  getText,
  toText,
} from '../value.js';

/** Lists the base URLs of a Swagger 2 document. */
const listSwaggerServers = (document: Fields): readonly Fields[] => {
  const host = getText(document, 'host');
  const schemes = getList(document, 'schemes')
    .map(toText)
    .filter((one) => /^https?$/.test(one));
  const path = getText(document, 'basePath').replace(/\/$/, '');
  if (host === '') return [{ url: path }];
  return (schemes.length > 0 ? schemes : ['https']).map((scheme) => ({ url: `${scheme}://${host}${path}` }));
};

/** Decodes the braces of variables, which a URL must not encode. */
const decodeBraces = (url: string): string => url.replaceAll('%7B', '{').replaceAll('%7D', '}');

const getHost = (url: string): string => /^[a-z]+:\/\/([^/?#]+)/i.exec(url)?.[1] ?? url;

/** Resolves a relative URL against the document's URL (OpenAPI 3.1, section 4.8.5). If the document's URL is unknown, the result points to this machine. */
const resolveAddress = (url: string, base: string | undefined): string => {
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

const toAddress = (server: Fields, base: string | undefined): Address => {
  const url = getText(server, 'url').replace(/\/+$/, '');
  const variables = Object.entries(getFields(server, 'variables')).filter(([, one]) => isFields(one));
  const named = variables.reduce((text, [name]) => text.replaceAll(`{${name}}`, `{{${name}}}`), url);
  return {
    url: resolveAddress(named, base),
    variables: variables.map(([name, one]) => createPair(name, getText(one, 'default'))),
  };
};

/**
 * Creates an environment for each server, with its URL as `baseUrl`.
 * @param secrets names of secrets, whose values a person sets later
 * @param base the URL of the document
 */
export const createServerEnvironments = (
  document: Fields,
  secrets: readonly string[],
  base?: string,
): readonly ImportedEnvironment[] => {
  const given =
    document.swagger === undefined ? getObjects(document, 'servers') : listSwaggerServers(document);
  return (given.length > 0 ? given : [{ url: '/' }]).map((server) => {
    const { url, variables } = toAddress(server, base);
    return {
      name: (getText(server, 'description').split('\n', 1)[0] ?? '').slice(0, 80) || getHost(url),
      variables: [createPair('baseUrl', url), ...variables],
      secrets: secrets.map((name) => createPair(name, '')),
    };
  });
};

/** The server that an operation or its path defines instead of the document's servers. */
export interface OwnServer extends Address {
  /** The URLs of the other servers. */
  readonly others: readonly string[];
}

export const findOwnServer = (operation: Fields, item: Fields, base?: string): OwnServer | undefined => {
  const own = getObjects(operation, 'servers');
  const [first, ...others] = own.length > 0 ? own : getObjects(item, 'servers');
  return first && { ...toAddress(first, base), others: others.map((one) => toAddress(one, base).url) };
};

const listSchemes = (value: Fields): readonly string[] =>
  getList(value, 'schemes')
    .map(toText)
    .filter((one) => /^https?$/.test(one));

/** The scheme that a Swagger 2 operation requires, if the document does not offer it. */
export const findOwnScheme = (operation: Fields, document: Fields): string | undefined => {
  const own = listSchemes(operation);
  const offered = listSchemes(document);
  const isOffered = own.some((one) => one === (offered[0] ?? 'https'));
  return isOffered || getText(document, 'host') === '' ? undefined : own[0];
};
