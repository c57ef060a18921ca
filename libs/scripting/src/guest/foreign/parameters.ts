/** The predefined names in Postman scripts, in the order that host and shim share. */
export const postmanNames = [
  'pm',
  'postman',
  'tests',
  'globals',
  'environment',
  'data',
  'iteration',
  'request',
  'responseBody',
  'responseCode',
  'responseHeaders',
  'responseCookies',
  'responseTime',
  'require',
  '_',
  'CryptoJS',
  'tv4',
  'Buffer',
  'cheerio',
  'xml2Json',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
] as const;

export type PostmanName = (typeof postmanNames)[number];

/** The predefined names in Bruno scripts. */
export const brunoNames = [
  'bru',
  'req',
  'res',
  'test',
  'expect',
  'assert',
  'require',
  'moment',
  'Buffer',
  'tv4',
  'Ajv',
  'addFormats',
  'uuid',
  'nanoid',
  'path',
  'jwt',
  'axios',
  'FormData',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
] as const;

export type BrunoName = (typeof brunoNames)[number];

/** The additional predefined names in a file, as in Node. */
export const fileNames = ['module', 'exports', '__filename', '__dirname'] as const;
