import type { ImportedEnvironment } from '@tandem/core';

import { type Fields, fieldsAt, isFields, listAt, objectsAt, pair, textAt, textOf } from '../value.js';

/** The base URLs of a Swagger 2 document. */
const ofSwagger = (document: Fields): readonly Fields[] => {
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

/** A relative address is resolved against that of the document (OpenAPI 3.1, section 4.8.5); without one it is on this machine. */
const absolute = (url: string, base: string | undefined): string => {
  if (/^[a-z]+:\/\/|^\{\{/i.test(url)) return url;
  return base === undefined || !URL.canParse(base)
    ? `http://localhost${url}`
    : decodeBraces(new URL(url === '' ? '/' : url, base).href.replace(/\/+$/, ''));
};

/**
 * An environment for each server, with its address as `baseUrl`.
 * @param secrets names of secrets, which a person fills in
 * @param base the address of the document
 */
export const environmentsOf = (
  document: Fields,
  secrets: readonly string[],
  base?: string,
): readonly ImportedEnvironment[] => {
  const given = document.swagger === undefined ? objectsAt(document, 'servers') : ofSwagger(document);
  return (given.length > 0 ? given : [{ url: '/' }]).map((server) => {
    const url = textAt(server, 'url').replace(/\/+$/, '');
    const variables = Object.entries(fieldsAt(server, 'variables')).filter(([, one]) => isFields(one));
    const named = variables.reduce((text, [name]) => text.replaceAll(`{${name}}`, `{{${name}}}`), url);
    const baseUrl = absolute(named, base);
    return {
      name: (textAt(server, 'description').split('\n', 1)[0] ?? '').slice(0, 80) || hostOf(baseUrl),
      variables: [
        pair('baseUrl', baseUrl),
        ...variables.map(([name, one]) => pair(name, textAt(one, 'default'))),
      ],
      secrets: secrets.map((name) => pair(name, '')),
    };
  });
};
