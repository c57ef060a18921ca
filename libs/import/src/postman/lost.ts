import { getOwnValue } from '@tandem/core/codec';

import { type Fields, getFields, isFields, getList, getObjects, getText, toText } from '../value.js';
import { listUnusedVariables } from './sent.js';

/** The `protocolProfileBehavior` values that have no setting here. */
const settings: Readonly<Record<string, string>> = {
  followOriginalHttpMethod: 'that redirects keep the method',
  followAuthorizationHeader: 'that the Authorization header is sent to other hosts after a redirect',
  removeRefererHeaderOnRedirect: 'that redirects are followed without a Referer',
  disabledSystemHeaders: 'the headers that are not sent by themselves',
  disableUrlEncoding: 'that its URL is not encoded',
  insecureFileRead: 'that files outside of the folder are read',
  tlsPreferServerCiphers: 'that the server chooses the cipher',
  tlsDisabledProtocols: 'the versions of TLS that are switched off',
  tlsCipherSelection: 'the ciphers of TLS',
};

const isSet = (value: unknown): boolean =>
  value !== false &&
  value !== null &&
  !(Array.isArray(value) && value.length === 0) &&
  !(isFields(value) && Object.values(value).every((one) => one === false));

/** Settings that are read, and those that do not affect what is sent. */
const knownSettings: ReadonlySet<string> = new Set([
  'followRedirects',
  'maxRedirects',
  'strictSSL',
  'disableCookies',
  'disableBodyPruning',
]);

export const describeLostSettings = (item: Fields): readonly string[] =>
  Object.entries(getFields(item, 'protocolProfileBehavior')).flatMap(([key, value]) => {
    if (knownSettings.has(key) || !isSet(value)) return [];
    const what = getOwnValue(settings, key);
    return [`its setting ${key}, ${what ?? `which is ${toText(value).slice(0, 100)}`}`];
  });

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) || isFields(value) ? Object.keys(value).length > 0 : toText(value) !== '';

const modes = new Set(['', 'raw', 'urlencoded', 'formdata', 'file', 'graphql']);

/** The parts of a request without a counterpart. */
export const describeRequestLosses = (request: Fields): readonly string[] => {
  const body = getFields(request, 'body');
  const mode = getText(body, 'mode');
  const { proxy, certificate, url } = request;
  const hash = getText(url, 'hash');
  const method = getText(request, 'method').toUpperCase();
  const unused = listUnusedVariables(url);
  return [
    ...(isFields(proxy) && proxy.disabled !== true
      ? [`its proxy ${getText(proxy, 'host')}; set one for the environment or the workspace`]
      : []),
    ...(isFields(certificate)
      ? [
          `its client certificate ${getText(certificate, 'name')}; choose its files in the settings of the workspace`,
        ]
      : []),
    ...(mode === '' &&
    ['raw', 'urlencoded', 'formdata', 'file', 'graphql'].some((one) => isFilled(getOwnValue(body, one)))
      ? ['its body, which has no mode, so that Postman does not send it']
      : []),
    ...(modes.has(mode) ? [] : [`its body of the mode “${mode}”`]),
    ...(mode === 'graphql' && method !== '' && method !== 'POST'
      ? [`the method ${method} of its GraphQL query, which is sent with POST`]
      : []),
    ...(unused.length === 0
      ? []
      : [
          `${unused.map((name) => `“${name}”`).join(', ')} of its path variables, which its URL does not have`,
        ]),
    ...(hash === '' ? [] : [`the fragment #${hash} of its URL, which is never sent`]),
  ];
};

const isDescribed = (row: Fields): boolean => {
  const { description } = row;
  return isFields(description) ? getText(description, 'content') !== '' : getText(row, 'description') !== '';
};

const listRows = (item: Fields): readonly Fields[] => {
  const request = getFields(item, 'request');
  const [url, body] = [getFields(request, 'url'), getFields(request, 'body')];
  return [
    ...getObjects(item, 'variable'),
    ...getObjects(request, 'header'),
    ...getObjects(url, 'query'),
    ...getObjects(url, 'variable'),
    ...getObjects(body, 'urlencoded'),
    ...getObjects(body, 'formdata'),
  ];
};

/** Number of a collection's rows with a description, which rows here do not have. */
export const countDescriptions = (item: Fields): number =>
  listRows(item).filter(isDescribed).length +
  getList(item, 'item')
    .filter(isFields)
    .reduce((sum, one) => sum + countDescriptions(one), 0);
