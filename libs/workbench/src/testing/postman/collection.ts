import { type PostmanItem, requestItems, sendingItems, variableItems, wrapInTest } from './requests.js';
import { everydayRequests } from './everyday-requests.js';
import { everydayScripts } from './everyday-scripts.js';
import { otherItems, responseItems } from './responses.js';
import { oddBodyNames } from '../oracle-server.js';
import { rarerScripts } from './rarer-scripts.js';
import { savedItems } from './saved.js';

/** Common tasks from Postman's guides, rewritten for the tests. */
const documentedItems: readonly PostmanItem[] = [
  {
    name: 'documented checks',
    path: '/json',
    tests: [
      wrapInTest('one of several', `pm.expect(pm.response.code).to.be.oneOf([200, 201, 202])`),
      wrapInTest('status text', `pm.response.to.have.status('OK')`),
      wrapInTest(
        'a header',
        `pm.response.to.have.header('X-Reply'); pm.expect(pm.response.headers.get('X-Reply')).to.eql('yes')`,
      ),
      wrapInTest('no long wait', `pm.expect(pm.response.responseTime).to.be.below(60000)`),
      wrapInTest('part of the text', `pm.expect(pm.response.text()).to.include('Ann')`),
      wrapInTest(
        'a body of types',
        `const body = pm.response.json(); pm.expect(body).to.be.an('object'); pm.expect(body.name).to.be.a('string'); pm.expect(body.list).to.be.an('array').that.is.not.empty; pm.expect(body.none).to.be.null`,
      ),
      wrapInTest(
        'keys',
        `pm.expect(pm.response.json()).to.have.all.keys('name', 'list', 'none'); pm.expect({ a: 1, b: 2 }).to.include.any.keys('a', 'c')`,
      ),
      wrapInTest(
        'an item of a list',
        `const found = pm.response.json().list.find((one) => one.a === 2); pm.expect(found, 'the item').to.exist; pm.expect(found.a).to.eql(2)`,
      ),
      wrapInTest(
        'a schema',
        `pm.response.to.have.jsonSchema({ type: 'object', required: ['name'], properties: { name: { type: 'string' } } })`,
      ),
      wrapInTest(
        'a schema that fails',
        `pm.response.to.have.jsonSchema({ type: 'object', required: ['missing'] })`,
      ),
      wrapInTest(
        'several in one',
        `pm.response.to.be.ok; pm.response.to.be.json; pm.response.to.not.be.error`,
      ),
      wrapInTest(
        'a variable',
        `pm.environment.set('kept', JSON.stringify(pm.response.json().list)); pm.expect(JSON.parse(pm.environment.get('kept'))).to.have.lengthOf(2); pm.environment.unset('kept')`,
      ),
      wrapInTest(
        'with the request',
        `pm.expect(pm.request.method).to.equal('GET'); pm.expect(pm.request.url.getPath()).to.include('json')`,
      ),
      `pm.test.skip('not now', () => {});`,
      `pm.test('asynchronous', (done) => { setTimeout(() => { pm.expect(1).to.equal(1); done(); }, 5); });`,
      `const all = [1, 2].map((n) => pm.test('for ' + n, () => pm.expect(n).to.be.above(0)));`,
    ].join('\n'),
  },
  {
    name: 'documented preparations',
    path: '/prepared/{{when}}/{{id}}',
    headers: [['X-Signed', '{{signature}}']],
    before: `
const moment = require('moment');
pm.variables.set('when', moment('2026-01-02').add(1, 'day').format('YYYY-MM-DD'));
pm.collectionVariables.set('id', pm.variables.replaceIn('{{$guid}}').length);
pm.variables.set('signature', CryptoJS.HmacSHA256('a message', 'a key').toString(CryptoJS.enc.Hex));
pm.request.headers.upsert({ key: 'X-Added', value: pm.info.eventName + ' ' + pm.info.iteration });
pm.request.addQueryParams('page=2');
if (!pm.environment.has('never')) console.log('no such variable');`,
    tests: wrapInTest('is prepared', `pm.expect(pm.request.headers.has('X-Added')).to.equal(true)`),
  },
];

/** A script whose tests are named after what it reads of the body of a response. */
const readBody = String.raw`
const name = (what, read) => { let found; try { found = JSON.stringify(read()); } catch (error) { found = 'error ' + error.name; } pm.test(what + ' ' + found, () => {}); };
const { response } = pm;
name('text', () => response.text()); name('older', () => responseBody); name('json', () => response.json()); name('body', () => response.body);
name('bytes', () => [...response.stream]); name('hex', () => response.stream.toString('hex')); name('base64', () => response.stream.toString('base64'));
name('slice', () => response.stream.slice(1, 3).toString()); name('buffer', () => Buffer.isBuffer(response.stream));
name('data', () => response.dataURI()); name('content', () => response.contentInfo()); name('encoding', () => response.encoding());
name('sizes', () => [response.size().body, response.responseSize]); name('keys', () => response.toJSON().stream);
name('has', () => response.to.have.body() && true); name('is', () => response.to.be.json && true); name('with', () => response.to.be.withBody && true);`;

const oddItems: readonly PostmanItem[] = [
  ...oddBodyNames.map((name) => ({ name: `odd ${name}`, path: `/odd/${name}`, tests: readBody })),
  {
    name: 'odd sent by scripts',
    // One after the other, because responses to requests in parallel come in any order.
    tests: `
const send = ([name, ...others]) => name && pm.sendRequest(pm.variables.get('base') + '/odd/' + name, (error, response) => {
  pm.test(name + ' ' + JSON.stringify([response.text(), response.stream]), () => {});
  send(others);
});
send(${JSON.stringify(oddBodyNames)});`,
  },
];

/** Items that cover each function of `pm`, of the interface before `pm`, and of the libraries. */
export const postmanItems: readonly PostmanItem[] = [
  ...requestItems,
  ...savedItems,
  ...variableItems,
  ...responseItems,
  ...documentedItems,
  ...everydayScripts,
  ...everydayRequests,
  ...rarerScripts,
  ...oddItems,
  ...sendingItems,
  // The collection ends with requests that the run skips.
  ...otherItems,
];

const createEvents = ({ before, tests }: PostmanItem) => [
  ...(before === undefined ? [] : [{ listen: 'prerequest', script: { exec: before.split('\n') } }]),
  ...(tests === undefined ? [] : [{ listen: 'test', script: { exec: tests.split('\n') } }]),
];

/** Creates a collection of the items, with collection scripts that run around the items' scripts. */
export const createPostmanScripts = (base: string) => ({
  info: { name: 'Scripts', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  variable: [
    { key: 'base', value: base },
    { key: 'word', value: 'Ann & Bob' },
    { key: 'both', value: 'collection' },
    { key: 'only', value: 'collection' },
    { key: 'token', value: '' },
  ],
  event: createEvents({
    name: '',
    before: `pm.request.headers.upsert({ key: 'X-Order', value: 'collection' });`,
    tests: `pm.test('of the collection', () => pm.expect(pm.response.code).to.be.above(199)); pm.test('place', () => pm.expect(pm.execution.location.current).to.equal('Scripts'));`,
  }),
  item: [
    {
      name: 'Folder',
      event: createEvents({
        name: '',
        before: `pm.request.headers.upsert({ key: 'X-Order', value: pm.request.headers.get('X-Order') + ' folder' });`,
        tests: `pm.test('of the folder', () => pm.expect(pm.execution.location.current).to.equal('Folder'));`,
      }),
      item: [
        {
          name: 'inside',
          event: createEvents({
            name: '',
            before: `pm.request.headers.upsert({ key: 'X-Order', value: pm.request.headers.get('X-Order') + ' request' });`,
            tests: `pm.test('of the request', () => { pm.expect(pm.execution.location).to.eql(['Scripts', 'Folder', 'inside']); pm.expect(pm.execution.location.current).to.equal('inside'); });`,
          }),
          request: { method: 'GET', url: '{{base}}/inside' },
        },
      ],
    },
    ...postmanItems.map((item) => ({
      name: item.name,
      event: createEvents(item),
      request: {
        method: item.method ?? 'GET',
        header: (item.headers ?? []).map(([key, value, disabled = false]) => ({ key, value, disabled })),
        url: item.url ?? `{{base}}${item.path ?? `/${item.name.replaceAll(' ', '-')}`}`,
        ...(item.body === undefined ? {} : { body: item.body }),
        ...(item.auth === undefined ? {} : { auth: item.auth }),
      },
    })),
  ],
});

/** The environment that the scripts expect. */
export const postmanEnvironment = {
  name: 'Place',
  values: [
    { key: 'fixed', value: 'from the environment', enabled: true },
    { key: 'both', value: 'environment', enabled: true },
    { key: 'hidden', value: 's3cret-value', type: 'secret', enabled: true },
  ],
};

/** The data row of the run. */
export const postmanRow = { city: 'Lima', n: 7 };
