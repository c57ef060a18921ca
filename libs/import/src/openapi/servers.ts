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

/** Whether a URL begins with a host, or with a variable that has one. */
const hasHost = (url: string): boolean => /^[a-z]+:\/\/|^\{\{/i.test(url);

const isBase = (base: string | undefined): base is string => base !== undefined && URL.canParse(base);

/** Resolves a relative URL against the document's URL (OpenAPI 3.1, section 4.8.5). If the document's URL is unknown, the result points to this machine. */
const resolveAddress = (url: string, base: string | undefined): string => {
  if (hasHost(url)) return url;
  return isBase(base)
    ? decodeBraces(new URL(url === '' ? '/' : url, base).href.replace(/\/+$/, ''))
    : `http://localhost${url}`;
};

interface Address {
  readonly url: string;
  /** Whether the document, or the URL that it came from, says on which host it is. */
  readonly hasKnownHost: boolean;
  /** The variables in the URL, with their defaults. */
  readonly variables: readonly Pair[];
}

const toAddress = (server: Fields, base: string | undefined): Address => {
  const url = getText(server, 'url').replace(/\/+$/, '');
  const variables = Object.entries(getFields(server, 'variables')).filter(([, one]) => isFields(one));
  const named = variables.reduce((text, [name]) => text.replaceAll(`{${name}}`, `{{${name}}}`), url);
  return {
    url: resolveAddress(named, base),
    hasKnownHost: hasHost(named) || isBase(base),
    variables: variables.map(([name, one]) => createPair(name, getText(one, 'default'))),
  };
};

const listServers = (document: Fields): readonly Fields[] => {
  const given =
    document.swagger === undefined ? getObjects(document, 'servers') : listSwaggerServers(document);
  return given.length > 0 ? given : [{ url: '/' }];
};

/** Describes the properties of server variables other than their default, because they are not imported, and hosts that are not known. */
export const describeServerLosses = (document: Fields, base?: string): readonly string[] =>
  listServers(document).flatMap((server) => {
    const { url, hasKnownHost } = toAddress(server, base);
    const lost = Object.entries(getFields(server, 'variables')).flatMap(([name, one]) => {
      const others = getList(one, 'enum')
        .map(toText)
        .filter((value) => value !== getText(one, 'default'));
      return [
        ...(others.length === 0 ? [] : [`the other values of its variable “${name}”: ${others.join(', ')}`]),
        ...(getText(one, 'description') === '' ? [] : [`the description of its variable “${name}”`]),
      ];
    });
    return hasKnownHost
      ? lost
      : [`the document does not say on which host it runs; baseUrl is ${url} until you set it`, ...lost];
  });

/**
 * Creates an environment for each server, with its URL as `baseUrl`.
 * @param secrets names of secrets, whose values a person sets later
 * @param base the URL of the document
 */
export const createServerEnvironments = (
  document: Fields,
  secrets: readonly string[],
  base?: string,
): readonly ImportedEnvironment[] =>
  listServers(document).map((server) => {
    const { url, variables } = toAddress(server, base);
    return {
      name: (getText(server, 'description').split('\n', 1)[0] ?? '').slice(0, 80) || getHost(url),
      variables: [createPair('baseUrl', url), ...variables],
      secrets: secrets.map((name) => createPair(name, '')),
    };
  });

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
