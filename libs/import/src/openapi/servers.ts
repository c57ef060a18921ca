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

const hostOf = (url: string): string => /^[a-z]+:\/\/([^/?#]+)/i.exec(url)?.[1] ?? url;

/**
 * An environment for each server, with its address as `baseUrl`. A server without a host is on this machine.
 * @param secrets names of secrets, which a person fills in
 */
export const environmentsOf = (
  document: Fields,
  secrets: readonly string[],
): readonly ImportedEnvironment[] => {
  const given = document.swagger === undefined ? objectsAt(document, 'servers') : ofSwagger(document);
  return (given.length > 0 ? given : [{ url: '/' }]).map((server) => {
    const url = textAt(server, 'url').replace(/\/+$/, '');
    const variables = Object.entries(fieldsAt(server, 'variables')).filter(([, one]) => isFields(one));
    const named = variables.reduce((text, [name]) => text.replaceAll(`{${name}}`, `{{${name}}}`), url);
    const baseUrl = /^[a-z]+:\/\/|^\{\{/i.test(named) ? named : `http://localhost${named}`;
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
