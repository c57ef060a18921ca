import { changed, kept, listed, type Row } from '../row.js';
import { collection, get, item, post, row } from './builders.js';

/** What a collection, a folder and a request say. */
export const itemRows: readonly Row[] = [
  kept('info.name', get({}), { name: 'C' }),
  kept(
    'info.description',
    { ...get({}), info: { name: 'C', description: 'd', schema: 'https://schema.postman.com' } },
    {
      root: { description: 'd' },
    },
  ),
  kept('item groups', collection({ name: 'f', item: [], description: 'd' }), {
    folder: { path: 'f', description: 'd' },
  }),
  changed(
    'info.version',
    'is not needed',
    { ...get({}), info: { name: 'C', version: '1.0.0', schema: 'https://schema.postman.com' } },
    { name: 'C' },
  ),
  kept('item.name', get({}), { request: { name: 'r' } }),
  kept('request as a URL', item('https://a.example'), {
    request: { method: 'GET', url: 'https://a.example' },
  }),
  kept('request.method', post({}), { request: { method: 'POST' } }),
  kept('request.description', get({ description: { content: 'd' } }), { request: { description: 'd' } }),
  kept(
    'item.description beside request.description',
    collection({ name: 'r', description: 'a', request: { url: 'https://a.example', description: 'b' } }),
    { request: { description: 'a\n\nb' } },
  ),
  kept('request.header', get({ header: [{ key: 'a', value: '1', disabled: true }] }), {
    request: { headers: [row('a', '1', false)] },
  }),
  kept('request.header as a text', get({ header: 'a: 1\nb: 2' }), {
    request: { headers: [row('a', '1'), row('b', '2')] },
  }),
  listed(
    'descriptions of rows',
    get({ header: [{ key: 'a', value: '1', description: 'd' }] }),
    'C',
    'the descriptions of 1 row, such as parameters and headers',
  ),
  listed(
    'request.proxy',
    get({ proxy: { host: 'p.example', port: 8080 } }),
    'r',
    'its proxy p.example; set one for the environment or the workspace',
  ),
  listed(
    'request.certificate',
    get({ certificate: { name: 'c' } }),
    'r',
    'its client certificate c; choose its files in the settings of the workspace',
  ),
  kept('response', get({}, { response: [{ name: 'e', code: 200, body: '{}' }] }), {
    request: { examples: [{ name: 'e', response: { status: 200 } }] },
  }),
  kept('event, prerequest', get({}, { event: [{ listen: 'prerequest', script: { exec: ['a()'] } }] }), {
    request: { foreign: { dialect: 'postman', beforeRequest: 'a()' } },
  }),
  kept('event, test', get({}, { event: [{ listen: 'test', script: { exec: 'a()' } }] }), {
    request: { foreign: { dialect: 'postman', tests: 'a()' } },
  }),
  kept('event.script as a text', get({}, { event: [{ listen: 'test', script: 'a()' }] }), {
    request: { foreign: { dialect: 'postman', tests: 'a()' } },
  }),
  listed(
    'event.script.packages',
    get({}, { event: [{ listen: 'test', script: { exec: ['a()'], packages: { '@team/p': { id: '1' } } } }] }),
    'r',
    'the packages that its script requires from Postman: @team/p',
  ),
  changed(
    'event, disabled',
    'is not needed',
    get({}, { event: [{ listen: 'test', disabled: true, script: { exec: 'a()' } }] }),
    {
      request: { foreign: null },
    },
  ),
  listed(
    'event.script.src',
    get({}, { event: [{ listen: 'test', script: { src: 'https://s.example/a.js' } }] }),
    'r',
    'its script at https://s.example/a.js, which is not fetched; paste it',
  ),
  listed(
    'other events',
    get({}, { event: [{ listen: 'load', script: { exec: 'a()' } }] }),
    'r',
    'its script for “load”',
  ),
  changed(
    'variable',
    'variables of the workspace',
    { ...get({}), variable: [{ key: 'v', value: '1' }] },
    {
      root: { variables: [row('v', '1')] },
    },
  ),
  listed(
    'variable of a request',
    collection({ name: 'r', request: { url: 'https://a.example' }, variable: [{ key: 'v', value: '1' }] }),
    'r',
    'its own variable “v”; folders and collections have variables',
  ),
  kept(
    'variable with an id alone',
    { ...get({}), variable: [{ id: 'v', value: '1' }] },
    { root: { variables: [row('v', '1')] } },
  ),
];
