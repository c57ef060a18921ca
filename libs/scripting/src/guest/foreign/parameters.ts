/** The names that scripts of Postman find without declaring them; the host and the shim agree on their order. */
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

/** The names that scripts of Bruno find. */
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

/** The names that a file finds beside those of scripts, as in Node. */
export const fileNames = ['module', 'exports', '__filename', '__dirname'] as const;
