import { type BrunoItem, createCheckItem, deepItems, requestItems, wrapInTests } from './requests.js';
import { everydayRequests, rarerRequests } from './everyday-requests.js';
import { everydayScripts } from './everyday-scripts.js';
import { rarerScripts } from './rarer-scripts.js';
import { developerItems, executedItems, sendingItems } from './sending-requests.js';
import { oddBodyNames } from '../oracle-server.js';
import { otherItems, responseItems, variableItems } from './responses.js';

/** Common tasks from Bruno's guides, rewritten for the tests. */
const documentedItems: readonly BrunoItem[] = [
  {
    name: 'documented checks',
    path: '/json',
    tests: wrapInTests(
      'documented',
      `expect(res.getStatus()).to.equal(200); expect(res.status).to.be.oneOf([200, 201])`,
      `expect(res.getBody()).to.be.an('object'); expect(res.body.list).to.be.an('array').with.lengthOf(2); expect(res.body).to.have.property('name')`,
      `expect(res.getHeader('content-type')).to.contain('application/json'); expect(res.getHeaders()['x-reply']).to.equal('yes')`,
      `expect(res.getResponseTime()).to.be.below(60000)`,
      `expect(res.body.list.map(({ a }) => a)).to.eql([1, 2]); expect(res('list[a > 1]', (one) => one.a > 1)).to.eql(res('list[a > 1]', (one) => one.a > 1))`,
      `expect(res('..a')).to.include(2); expect(res('list[*].a')).to.eql(res('list[*].a'))`,
      `const { name } = res.getBody(); bru.setVar('user', { name, tags: ['x'] }); expect(bru.getVar('user').tags[0]).to.equal('x'); expect(bru.interpolate('{{user.name}}')).to.equal('Ann')`,
      `const schema = { type: 'object', required: ['name'] }; const Ajv = require('ajv'); expect(new Ajv().compile(schema)(res.body)).to.be.true; expect(res.getBody()).to.have.jsonSchema(schema)`,
      `expect(req.getUrl()).to.contain('/json'); expect(req.getMethod()).to.equal('GET'); expect(bru.getEnvName()).to.equal('Place')`,
    ),
  },
  {
    name: 'documented preparations',
    path: '/prepared/{{when}}',
    method: 'POST',
    headers: [['Content-Type', 'application/json']],
    body: { type: 'json', data: '{ "user": "{{word}}" }' },
    before: `
const moment = require('moment'); const CryptoJS = require('crypto-js');
bru.setVar('when', moment('2026-01-02').add(1, 'day').format('YYYY-MM-DD'));
req.setHeader('X-Signed', CryptoJS.HmacSHA256('a message', 'a key').toString());
const body = req.getBody(); body.added = [1, 2]; req.setBody(body);
req.setTimeout(5000); req.setMaxRedirects(3);
if (!bru.hasEnvVar('never')) console.log('no such variable');
const { data } = await axios.get(bru.getEnvVar('base') + '/json'); req.setHeader('X-Name', data.name);`,
    tests: wrapInTests(
      'prepared',
      `expect(req.getHeader('X-Name')).to.equal('Ann'); expect(req.getTimeout()).to.equal(5000)`,
    ),
  },
];

/** The files that scripts require, by path. */
const files: Readonly<Record<string, string>> = {
  'lib/util.js': `const { twice } = require('./deeper/twice');
const moment = require('moment');
module.exports = {
  twice,
  fixed: () => bru.getEnvVar('fixed'),
  status: () => res.status,
  method: () => req.getMethod(),
  year: (text) => moment(text).year(),
  check: () => expect(res.status).to.equal(200),
};
`,
  'lib/deeper/twice.js': `const up = require('../constants.js');
module.exports.twice = (n) => n * up.two;
`,
  'lib/constants.js': `module.exports.two = 2;\n`,
  'lib/counter.js': `module.exports = { n: 0 };\n`,
  'lib/throws.js': `throw new Error('while loading');\n`,
  'lib/out.js': `module.exports = require('../../outside');\n`,
  'lib/one.js': `exports.name = 'one'; exports.other = require('./two').name; exports.done = true;\n`,
  'lib/two.js': `const one = require('./one'); module.exports = { name: 'two', seen: one.name, done: one.done };\n`,
  'lib/packed/index.js': `module.exports = __dirname.split('/').pop();\n`,
};

/** Items whose scripts require files. */
const fileItems: readonly BrunoItem[] = [
  {
    name: 'files',
    path: '/files/{{doubled}}',
    before: `const util = require('./lib/util'); bru.setVar('doubled', util.twice(21)); const c = require('./lib/counter'); c.n += 1; test('once', () => { require('./lib/counter').n += 1; expect(c.n).to.equal(2); });`,
    tests: wrapInTests(
      'files',
      `const util = require('./lib/util.js'); expect(util.fixed()).to.equal('from the environment'); expect(util.status()).to.equal(200); expect(util.method()).to.equal('GET')`,
      `require('./lib/util').check(); expect(require('./lib/util').year('2026-01-02')).to.equal(2026)`,
      `expect(require('./lib/counter').n).to.equal(0)`,
      `expect(require('./lib/../lib/constants').two).to.equal(2)`,
    ),
  },
  createCheckItem(
    'files that fail',
    '/files-that-fail',
    `require('./lib/missing')`,
    `require('./lib/throws')`,
    `require('../outside')`,
    `require('./lib/out')`,
    `require('/etc/hostname')`,
  ),
];

/** Items that access files, which only works in Bruno's developer mode. */
const developerFileItems: readonly BrunoItem[] = [
  createCheckItem(
    'modules of Node',
    '/modules',
    `const crypto = require('crypto'); expect(crypto.createHmac('sha256', 'k').update('a').digest('hex')).to.equal('78da91511e675587f5b9df78bedebaf5560da2abb88162ee875dcdf744951d9e'); expect(crypto.createHash('md5').update('a').digest('hex')).to.equal('0cc175b9c0f1b6a831c399e269772661')`,
    `const crypto = require('node:crypto'); expect(crypto.createHash('sha1').update('a').digest('base64')).to.equal('hvfkN/qlp/zhXR3cuerq6jd2Z7g='); expect(crypto.createHash('sha256').update('a').digest().toString('hex')).to.match(/^ca978112/)`,
    `const crypto = require('crypto'); expect(crypto.randomBytes(8).toString('hex')).to.have.lengthOf(16); expect(crypto.randomUUID()).to.have.lengthOf(36)`,
    `const path = require('path'); expect(path.join('a', '../b')).to.equal('b'); expect(path.basename('/x/y.js')).to.equal('y.js')`,
    `expect(require('querystring').stringify({ a: 1 })).to.equal('a=1'); expect(require('util').format('%s', 'a')).to.equal('a')`,
    `expect('abc').to.startsWith('a'); expect('abc').to.endsWith('c')`,
    `expect(bru.utils.minifyJson('{ "a" : 1 }')).to.equal('{"a":1}'); expect(bru.utils.minifyXml('<a> <b/> </a>')).to.equal('<a><b/></a>')`,
  ),
  createCheckItem(
    'files of developers',
    '/files',
    `const one = require('./lib/one'); expect(one).to.eql({ name: 'one', other: 'two', done: true }); expect(require('./lib/two')).to.eql({ name: 'two', seen: 'one', done: undefined })`,
    `expect(require('./lib/packed')).to.equal('packed')`,
    `expect(require('./lib/constants')).to.equal(require('./lib/constants.js'))`,
  ),
];

/** A script whose tests are named after what the functions return. */
const createNaming = (...reads: readonly string[]): string =>
  `const name = (read) => { let found; try { found = JSON.stringify(read()); } catch (error) { found = 'error ' + error.name; } test(String(found), () => {}); };
${reads.map((read) => `name(() => ${read});`).join('\n')}`;

/** Reads of bodies, in developer mode because safe mode ends a text at its first zero and lacks the bytes. */
const oddItems: readonly BrunoItem[] = oddBodyNames.map((name) => ({
  name: `odd ${name}`,
  path: `/odd/${name}`,
  tests: createNaming(
    'res.body',
    'res.getBody()',
    'typeof res.body',
    `res('a')`,
    '[...res.getDataBuffer()]',
    `res.getDataBuffer().toString('base64')`,
    'res.getDataBuffer().slice(1, 3).toString()',
    'Buffer.isBuffer(res.getDataBuffer())',
    'res.getSize().body',
  ),
}));

/** Items of which Bruno's developer mode runs many in a second. */
export const fastItems: readonly BrunoItem[] = [...rarerRequests, ...rarerScripts, ...oddItems];

/** Items that cover each function of `bru`, `req` and `res`, and the libraries. */
export const brunoItems: readonly BrunoItem[] = [
  ...requestItems,
  ...variableItems,
  ...responseItems,
  ...documentedItems,
  ...everydayScripts,
  ...everydayRequests,
  ...sendingItems,
  ...fileItems,
  ...otherItems,
];

type LevelScripts = Pick<BrunoItem, 'before' | 'after' | 'tests' | 'assertions' | 'set'>;

const createRuntime = ({ before, after, tests, assertions = [], set = {} }: LevelScripts) => {
  const scripts = [
    ['before-request', before],
    ['after-response', after],
    ['tests', tests],
  ].flatMap(([type, code]) => (code === undefined ? [] : [{ type, code }]));
  return {
    scripts,
    ...(assertions.length === 0
      ? {}
      : {
          assertions: assertions.map(([expression, operator, value]) => ({
            expression,
            operator,
            ...(value === undefined ? {} : { value }),
          })),
        }),
    ...(Object.keys(set).length === 0
      ? {}
      : {
          actions: Object.entries(set).map(([name, expression]) => ({
            type: 'set-variable',
            phase: 'after-response',
            selector: { expression, method: 'jsonq' },
            variable: { name, scope: 'runtime' },
          })),
        }),
  };
};

const toPairs = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

const getRequest = (item: BrunoItem, seq: number) => ({
  info: {
    name: item.name,
    type: 'http',
    seq,
    ...(item.tags === undefined ? {} : { tags: item.tags }),
  },
  http: {
    method: item.method ?? 'GET',
    url: `${item.base ?? '{{base}}'}${item.path ?? `/${item.name.replaceAll(' ', '-')}`}`,
    headers: (item.headers ?? []).map(([name, value, disabled]) => ({
      name,
      value,
      ...(disabled === true ? { disabled } : {}),
    })),
    ...(item.params === undefined ? {} : { params: item.params }),
    ...(item.body === undefined ? {} : { body: item.body }),
    ...(item.auth === undefined ? {} : { auth: item.auth }),
  },
  runtime: { ...createRuntime(item), variables: toPairs(item.variables ?? {}) },
});

/** A script that adds a name to the header of an order, and a test that checks the order. */
const createLevelScripts = (name: string): LevelScripts => ({
  before: `req.setHeader('X-Order', ((req.getHeader('X-Order') || '') + ' ${name}').trim());`,
  after: `bru.setVar('order', ((bru.getVar('order') || '') + ' ${name}').trim());`,
  tests: `test('of the ${name}', () => {});`,
});

const createLevel = (
  name: string,
  variables: Readonly<Record<string, string>>,
  set: Readonly<Record<string, string>>,
) => ({
  ...createRuntime({ ...createLevelScripts(name), set }),
  variables: toPairs(variables),
});

/** Creates the files of a folder, each named after its request. */
const createFolderFiles = (name: string, seq: number, items: readonly BrunoItem[]) => ({
  [`${name}/folder.yml`]: { info: { name, type: 'folder', seq } },
  ...Object.fromEntries(
    items.map((item, at) => [
      `${name}/${item.name.toLowerCase().replaceAll(' ', '-')}.yml`,
      getRequest(item, at + 1),
    ]),
  ),
});

const numberItems = (items: readonly BrunoItem[]) =>
  Object.fromEntries(
    items.map((item, index) => [
      `${String(index + 1).padStart(3, '0')}-${item.name.replaceAll(' ', '-')}.yml`,
      getRequest(item, index + 1),
    ]),
  );

const createContextFiles = (base: string) => ({
  'opencollection.yml': {
    opencollection: '1.0.0',
    info: { name: 'shop' },
    request: {
      // The collection's scripts run around every request, so they only change what one folder checks.
      variables: toPairs({ word: 'Ann & Bob', token: '', both: 'collection', given: 'nothing' }),
    },
    bundled: false,
  },
  'environments/Place.yml': {
    name: 'Place',
    // Bruno sets no cookies for IP addresses.
    variables: toPairs({
      base,
      local: base.replace('127.0.0.1', 'localhost'),
      fixed: 'from the environment',
    }),
  },
});

/** Files by path. Objects are written as JSON, which is valid YAML; texts are written as they are. */
type Files = Readonly<Record<string, object | string>>;

/** Creates the files of the collection for Bruno's developer mode. */
export const createDeveloperFiles = (base: string): Files => ({
  ...createContextFiles(base),
  ...files,
  ...numberItems([...developerItems, ...developerFileItems]),
});

/** Creates the files of the items for which safe mode is too slow. */
export const createFastFiles = (base: string): Files => ({
  ...createContextFiles(base),
  ...numberItems(fastItems),
});

/** Creates the files of the collection. */
export const createBrunoFiles = (base: string): Files => ({
  ...createContextFiles(base),
  ...files,
  'around/folder.yml': {
    info: { name: 'around', type: 'folder', seq: 1 },
    request: createLevel(
      'folder',
      { both: 'folder', folderOnly: 'f' },
      { name: "'folder'", outer: "'folder'" },
    ),
  },
  'around/deeper/folder.yml': {
    info: { name: 'deeper', type: 'folder', seq: 1 },
    request: createLevel('deeper', { both: 'deeper' }, { name: "'deeper'" }),
  },
  'around/deeper/inside.yml': getRequest(
    {
      name: 'inside',
      path: '/inside/{{both}}/{{folderOnly}}',
      ...createLevelScripts('request'),
      before: `req.setHeader('X-Order', req.getHeader('X-Order') + ' request'); test('folder', () => { expect(bru.getFolderVar('folderOnly')).to.equal('f'); expect(bru.getFolderVar('both')).to.equal('deeper'); }); test('file', () => expect(require('./lib/constants').two).to.equal(2));`,
    },
    1,
  ),
  'around/deeper/order.yml': getRequest({ name: 'order', path: '/order/{{order}}/{{name}}/{{outer}}' }, 2),
  ...createFolderFiles('deep', 2, deepItems),
  ...createFolderFiles('run-request', 3, executedItems),
  ...numberItems(brunoItems),
});

/** The data row of the run. */
export const brunoRow = { city: 'Lima', n: 7 };
