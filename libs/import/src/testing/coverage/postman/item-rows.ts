import { createChangedRow, createKeptRow, createListedRow, type Row } from '../row.js';
import {
  createBehavior,
  createCollection,
  createGet,
  createItem,
  createPost,
  createRow,
} from './builders.js';

/** The fields of a collection, a folder and a request. */
export const itemRows: readonly Row[] = [
  createKeptRow('info.name', createGet({}), { name: 'C' }),
  createKeptRow(
    'info.description',
    { ...createGet({}), info: { name: 'C', description: 'd', schema: 'https://schema.postman.com' } },
    {
      root: { description: 'd' },
    },
  ),
  createKeptRow('item groups', createCollection({ name: 'f', item: [], description: 'd' }), {
    folder: { path: 'f', description: 'd' },
  }),
  createChangedRow(
    'info.version',
    'is not needed',
    { ...createGet({}), info: { name: 'C', version: '1.0.0', schema: 'https://schema.postman.com' } },
    { name: 'C' },
  ),
  createKeptRow('item.name', createGet({}), { request: { name: 'r' } }),
  createKeptRow('request as a URL', createItem('https://a.example'), {
    request: { method: 'GET', url: 'https://a.example' },
  }),
  createKeptRow('request.method', createPost({}), { request: { method: 'POST' } }),
  createKeptRow('request.description', createGet({ description: { content: 'd' } }), {
    request: { description: 'd' },
  }),
  createKeptRow(
    'item.description beside request.description',
    createCollection({
      name: 'r',
      description: 'a',
      request: { url: 'https://a.example', description: 'b' },
    }),
    { request: { description: 'a\n\nb' } },
  ),
  createKeptRow('request.header', createGet({ header: [{ key: 'a', value: '1', disabled: true }] }), {
    request: { headers: [createRow('a', '1', false)] },
  }),
  createKeptRow('request.header as a text', createGet({ header: 'a: 1\nb: 2' }), {
    request: { headers: [createRow('a', '1'), createRow('b', '2')] },
  }),
  createListedRow(
    'descriptions of rows',
    createGet({ header: [{ key: 'a', value: '1', description: 'd' }] }),
    'C',
    'the descriptions of 1 row, such as parameters and headers',
  ),
  createListedRow(
    'request.proxy',
    createGet({ proxy: { host: 'p.example', port: 8080 } }),
    'r',
    'its proxy p.example; set one for the environment or the workspace',
  ),
  createListedRow(
    'request.certificate',
    createGet({ certificate: { name: 'c' } }),
    'r',
    'its client certificate c; choose its files in the settings of the workspace',
  ),
  createKeptRow('response', createGet({}, { response: [{ name: 'e', code: 200, body: '{}' }] }), {
    request: { examples: [{ name: 'e', response: { status: 200 } }] },
  }),
  createKeptRow(
    'event, prerequest',
    createGet({}, { event: [{ listen: 'prerequest', script: { exec: ['a()'] } }] }),
    {
      request: { foreign: { dialect: 'postman', beforeRequest: 'a()' } },
    },
  ),
  createKeptRow('event, test', createGet({}, { event: [{ listen: 'test', script: { exec: 'a()' } }] }), {
    request: { foreign: { dialect: 'postman', tests: 'a()' } },
  }),
  createKeptRow('event.script as a text', createGet({}, { event: [{ listen: 'test', script: 'a()' }] }), {
    request: { foreign: { dialect: 'postman', tests: 'a()' } },
  }),
  createListedRow(
    'event.script.packages',
    createGet(
      {},
      { event: [{ listen: 'test', script: { exec: ['a()'], packages: { '@team/p': { id: '1' } } } }] },
    ),
    'r',
    'the packages that its script requires from Postman: @team/p',
  ),
  createChangedRow(
    'event, disabled',
    'is not needed',
    createGet({}, { event: [{ listen: 'test', disabled: true, script: { exec: 'a()' } }] }),
    {
      request: { foreign: null },
    },
  ),
  createListedRow(
    'event.script.src',
    createGet({}, { event: [{ listen: 'test', script: { src: 'https://s.example/a.js' } }] }),
    'r',
    'its script at https://s.example/a.js, which is not fetched; paste it',
  ),
  createListedRow(
    'other events',
    createGet({}, { event: [{ listen: 'load', script: { exec: 'a()' } }] }),
    'r',
    'its script for “load”',
  ),
  createChangedRow(
    'variable',
    'variables of the workspace',
    { ...createGet({}), variable: [{ key: 'v', value: '1' }] },
    {
      root: { variables: [createRow('v', '1')] },
    },
  ),
  createListedRow(
    'variable of a request',
    createCollection({
      name: 'r',
      request: { url: 'https://a.example' },
      variable: [{ key: 'v', value: '1' }],
    }),
    'r',
    'its own variable “v”; folders and collections have variables',
  ),
  createKeptRow(
    'variable with an id alone',
    { ...createGet({}), variable: [{ id: 'v', value: '1' }] },
    { root: { variables: [createRow('v', '1')] } },
  ),
];

/** Settings of a request. */
export const behaviorRows: readonly Row[] = [
  createKeptRow('followRedirects', createBehavior({ followRedirects: false }), {
    request: { settings: { followRedirects: false } },
  }),
  createKeptRow('maxRedirects', createBehavior({ maxRedirects: 3 }), {
    request: { settings: { maxRedirects: 3 } },
  }),
  createKeptRow('strictSSL', createBehavior({ strictSSL: false }), {
    request: { settings: { tls: { verify: false } } },
  }),
  createKeptRow('disableCookies', createBehavior({ disableCookies: true }), {
    request: { settings: { cookies: false } },
  }),
  ...(
    [
      ['followOriginalHttpMethod', 'that redirects keep the method'],
      ['followAuthorizationHeader', 'that the Authorization header is sent to other hosts after a redirect'],
      ['removeRefererHeaderOnRedirect', 'that redirects are followed without a Referer'],
      ['disableUrlEncoding', 'that its URL is not encoded'],
      ['insecureFileRead', 'that files outside of the folder are read'],
      ['tlsPreferServerCiphers', 'that the server chooses the cipher'],
    ] as const
  ).map(([key, what]) =>
    createListedRow(key, createBehavior({ [key]: true }), 'r', `its setting ${key}, ${what}`),
  ),
  createKeptRow(
    'disableBodyPruning',
    createGet({ body: { mode: 'raw', raw: 'a' } }, { protocolProfileBehavior: { disableBodyPruning: true } }),
    { request: { method: 'GET', body: { type: 'text', content: 'a' } } },
  ),
  createListedRow(
    'others',
    createBehavior({ protocolVersion: 'http2' }),
    'r',
    'its setting protocolVersion, which is http2',
  ),
  createListedRow(
    'disabledSystemHeaders',
    createBehavior({ disabledSystemHeaders: { 'user-agent': true } }),
    'r',
    'its setting disabledSystemHeaders, the headers that are not sent by themselves',
  ),
  createListedRow(
    'tlsDisabledProtocols',
    createBehavior({ tlsDisabledProtocols: ['TLSv1'] }),
    'r',
    'its setting tlsDisabledProtocols, the versions of TLS that are switched off',
  ),
  createListedRow(
    'tlsCipherSelection',
    createBehavior({ tlsCipherSelection: ['A'] }),
    'r',
    'its setting tlsCipherSelection, the ciphers of TLS',
  ),
].map((one) => ({ ...one, construct: `protocolProfileBehavior.${one.construct}` }));
