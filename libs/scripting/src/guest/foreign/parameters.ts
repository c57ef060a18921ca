/** The predefined names of Postman scripts. The host and the shim rely on their order. */
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

/** The predefined names of Bruno scripts. The host and the shim rely on their order. */
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

/** The further predefined names of a required file, which are those of Node. */
export const fileNames = ['module', 'exports', '__filename', '__dirname'] as const;
