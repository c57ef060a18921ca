import { type PostmanItem, wrapInTest } from './requests.js';

const basic = {
  type: 'basic',
  basic: [
    { key: 'username', value: 'Ann', type: 'string' },
    { key: 'password', value: '{{word}}', type: 'string' },
  ],
};

/** Items whose scripts change the auth of a request before it is sent. */
const authItems: readonly PostmanItem[] = [
  {
    name: 'auth is read',
    auth: basic,
    before: [
      wrapInTest('type', `pm.expect(pm.request.auth.type).to.equal('basic')`),
      wrapInTest('one', `pm.expect(pm.request.auth.basic.get('username')).to.equal('Ann')`),
      wrapInTest(
        'all',
        `pm.expect(pm.request.auth.parameters().toObject()).to.eql({ username: 'Ann', password: '{{word}}' })`,
      ),
      wrapInTest(
        'text',
        `pm.expect(JSON.stringify(pm.request.auth)).to.include('"basic":[{"type":"string"')`,
      ),
    ].join('\n'),
    tests: wrapInTest('filled in', `pm.expect(pm.request.auth.basic.get('password')).to.equal('Ann & Bob')`),
  },
  {
    name: 'auth is there after an inherited one was sent only',
    before: wrapInTest('none', `pm.expect(pm.request.auth).to.be.undefined`),
  },
  {
    name: 'auth is set',
    before: `pm.request.auth = { type: 'bearer', bearer: [{ key: 'token', value: '{{word}}', type: 'string' }] };`,
    tests: wrapInTest('sent', `pm.expect(pm.request.auth.bearer.get('token')).to.equal('Ann & Bob')`),
  },
  {
    name: 'auth is set as an object',
    auth: basic,
    before: `pm.request.auth = { type: 'bearer', bearer: { token: 't' } };`,
  },
  { name: 'auth is changed', auth: basic, before: `pm.request.auth.update({ password: 'other' });` },
  {
    name: 'auth is changed in its list',
    auth: basic,
    before: `pm.request.auth.basic.upsert({ key: 'password', value: 'u' }); pm.request.auth.basic.one('username').value = 'v';`,
  },
  {
    name: 'auth gets another type',
    auth: basic,
    before: `pm.request.auth.use('bearer', { token: 'used' });`,
  },
  { name: 'auth is taken away', auth: basic, before: `pm.request.auth = { type: 'noauth' };` },
  { name: 'auth stays where it is deleted', auth: basic, before: `delete pm.request.auth;` },
  { name: 'auth stays where it is null', auth: basic, before: `pm.request.auth = null;` },
  {
    name: 'auth by a call',
    before: `pm.request.authorizeUsing('apikey', [{ key: 'key', value: 'X-Key' }, { key: 'value', value: '{{n}}' }]);`,
  },
  {
    name: 'auth of OAuth 2.0',
    before: `pm.request.auth = { type: 'oauth2', oauth2: [{ key: 'accessToken', value: 'tok' }, { key: 'addTokenTo', value: 'header' }] };`,
  },
  {
    name: 'auth without a token',
    before: `pm.request.auth = { type: 'bearer', bearer: [{ key: 'token', value: '' }] };`,
  },
  {
    name: 'auth wins over a header',
    headers: [['Authorization', 'Own']],
    before: `pm.request.auth = { type: 'bearer', bearer: [{ key: 'token', value: 'wins' }] };`,
  },
  {
    name: 'all of a request is updated',
    before: `pm.request.update({ method: 'put', header: [{ key: 'X-New', value: '1' }], body: { mode: 'urlencoded', urlencoded: [{ key: 'k', value: 'v' }] }, auth: { type: 'bearer', bearer: [{ key: 'token', value: 'u' }] } });`,
  },
];

const rows = [
  { key: 'a', value: '{{n}}' },
  { key: 'b', value: 'off', disabled: true },
];

const testDisabledEntry = (list: string): string =>
  wrapInTest(
    'is there, disabled',
    `pm.expect(${list}.map((one) => one.key + one.value + one.disabled).join()).to.include('boff' + true)`,
  );

/** Items with disabled parts of the request, which appear in the lists of scripts. */
const disabledItems: readonly PostmanItem[] = [
  {
    name: 'disabled parameters and headers',
    url: { raw: '{{base}}/disabled?a={{n}}&b=off', host: ['{{base}}'], path: ['disabled'], query: rows },
    headers: [
      ['X-On', '1'],
      ['X-Off', 'off', true],
    ],
    before: [
      testDisabledEntry('pm.request.url.query'),
      wrapInTest('counts', `pm.expect(pm.request.url.query.count()).to.equal(2)`),
      wrapInTest('is not sent', `pm.expect(pm.request.url.getQueryString()).to.equal('a={{n}}')`),
      wrapInTest('header', `pm.expect(pm.request.headers.one('x-off').disabled).to.equal(true)`),
      wrapInTest('headers', `pm.expect(pm.request.getHeaders()).to.have.property('X-Off')`),
      wrapInTest(
        'enabled headers',
        `pm.expect(pm.request.getHeaders({ enabled: true })).to.not.have.property('X-Off')`,
      ),
      wrapInTest(
        'an object',
        `pm.expect(pm.request.headers.toObject()).to.eql({ 'x-on': '1', 'x-off': 'off', 'x-order': 'collection' })`,
      ),
    ].join('\n'),
    tests: [
      wrapInTest('after', `pm.expect(pm.request.headers.one('X-Off').disabled).to.equal(true)`),
      wrapInTest('of older scripts', `pm.expect(request.headers['x-off']).to.be.undefined`),
    ].join('\n'),
  },
  {
    name: 'what a script enables',
    url: { raw: '{{base}}/enabled?a={{n}}&b=off', host: ['{{base}}'], path: ['enabled'], query: rows },
    headers: [
      ['X-On', '1'],
      ['X-Off', 'off', true],
    ],
    before: `pm.request.url.query.one('b').disabled = false; pm.request.headers.one('X-Off').disabled = false; pm.request.headers.one('X-On').disabled = true;`,
  },
  {
    name: 'disabled fields',
    method: 'POST',
    body: { mode: 'urlencoded', urlencoded: rows },
    before: [
      testDisabledEntry('pm.request.body.urlencoded'),
      `pm.request.body.urlencoded.upsert({ key: 'b', value: 'still off' });`,
    ].join('\n'),
    tests: [
      wrapInTest('mode', `pm.expect(pm.request.body.mode).to.equal('urlencoded')`),
      wrapInTest('filled in', `pm.expect(pm.request.body.urlencoded.get('a')).to.equal('7')`),
      wrapInTest('data', `pm.expect(request.data).to.eql({ a: '7' })`),
    ].join('\n'),
  },
  {
    name: 'disabled parts and their types',
    method: 'POST',
    body: {
      mode: 'formdata',
      formdata: [
        { key: 'a', value: '{"w": "{{word}}"}', type: 'text', contentType: 'application/json' },
        { key: 'b', value: 'off', type: 'text', disabled: true },
      ],
    },
    before: [
      testDisabledEntry('pm.request.body.formdata'),
      wrapInTest(
        'type',
        `pm.expect(pm.request.body.formdata.one('a').contentType).to.equal('application/json')`,
      ),
      `pm.request.body.formdata.add({ key: 'c', value: '<a/>', type: 'text', contentType: 'text/xml' });`,
      `pm.request.body.formdata.one('b').disabled = false;`,
    ].join('\n'),
    tests: wrapInTest('mode', `pm.expect(pm.request.body.mode).to.equal('formdata')`),
  },
];

/** Items with GraphQL bodies, whose parts scripts read and change. */
const graphqlItems: readonly PostmanItem[] = [
  {
    name: 'graphql is read',
    method: 'POST',
    body: {
      mode: 'graphql',
      graphql: { query: 'query A { a }', variables: '{"w":"{{word}}"}' },
    },
    before: [
      wrapInTest('mode', `pm.expect(pm.request.body.mode).to.equal('graphql')`),
      wrapInTest('query', `pm.expect(pm.request.body.graphql.query).to.equal('query A { a }')`),
      wrapInTest(
        'variables',
        `pm.expect(JSON.parse(pm.request.body.graphql.variables)).to.eql({ w: '{{word}}' })`,
      ),
      wrapInTest('raw', `pm.expect(pm.request.body.raw).to.be.undefined`),
      wrapInTest('text', `pm.expect(pm.request.body.toString()).to.equal('')`),
      wrapInTest('not empty', `pm.expect(pm.request.body.isEmpty()).to.be.false`),
    ].join('\n'),
    tests: wrapInTest('filled in', `pm.expect(pm.request.body.graphql.variables).to.include('Ann & Bob')`),
  },
  {
    name: 'graphql is changed',
    method: 'POST',
    body: { mode: 'graphql', graphql: { query: '{ a }', variables: '{"n":1}' } },
    before: `pm.request.body.graphql.query = '{ b }'; pm.request.body.graphql.variables = JSON.stringify({ n: 2 });`,
  },
  {
    name: 'graphql is replaced',
    method: 'POST',
    body: { mode: 'graphql', graphql: { query: '{ a }', variables: '{"n":1}' } },
    before: `pm.request.body.update({ mode: 'graphql', graphql: { query: '{ c }', variables: { m: 1 } } });`,
  },
];

const locationItems: readonly PostmanItem[] = [
  {
    name: 'where it is',
    before: [
      wrapInTest('names', `pm.expect(pm.execution.location).to.eql(['Scripts', 'where it is'])`),
      wrapInTest('is a list', `pm.expect(Array.isArray(pm.execution.location)).to.be.true`),
      wrapInTest('present', `pm.expect(pm.execution.location.current).to.equal('where it is')`),
    ].join('\n'),
  },
];

/** Items that use the methods of list entries, and other features found in public collections. */
const entryItems: readonly PostmanItem[] = [
  {
    name: 'entries as text',
    path: '/entries?a=1&b={{n}}',
    headers: [['X-A', '{{n}}']],
    before: [
      wrapInTest('headers', `pm.expect(pm.request.headers.map(String)).to.include('X-A: {{n}}')`),
      wrapInTest('all', `pm.expect(pm.request.headers.toString()).to.include('X-A: {{n}}\\r\\n')`),
      wrapInTest(
        'query',
        `pm.expect(pm.request.url.query.map((one) => one.toString())).to.eql(['a=1', 'b={{n}}'])`,
      ),
      wrapInTest('value', `pm.expect(pm.request.headers.one('X-A').valueOf()).to.equal('{{n}}')`),
      wrapInTest('size', `pm.expect(pm.request.headers.contentSize()).to.be.above(10)`),
      `pm.request.headers.insert({ key: 'X-I', value: 'i' }, 'X-A'); pm.request.headers.insertAfter({ key: 'X-J', value: 'j' }, 'X-A');`,
      wrapInTest(
        'order',
        `pm.expect(pm.request.headers.map((one) => one.key).join()).to.include('X-I,X-A,X-J')`,
      ),
      `pm.request.url.query.one('a').update({ key: 'a', value: '9' }); pm.request.url.query.each((one) => { if (one.key === 'b') one.value = '8'; });`,
    ].join('\n'),
    tests: [
      wrapInTest(
        'data URI',
        `pm.expect(pm.response.dataURI()).to.match(/^data:application\\/json;base64, eyJ/)`,
      ),
      wrapInTest('encoding', `pm.expect(pm.response.encoding().source).to.be.undefined`),
      wrapInTest(
        'older',
        `pm.expect(responseHeaders.hasOwnProperty('X-Reply')).to.be.true; pm.expect(responseHeaders['X-Reply']).to.equal('yes')`,
      ),
    ].join('\n'),
  },
  {
    name: 'bodies that are taken away',
    method: 'POST',
    body: { mode: 'raw', raw: '[1]', options: { raw: { language: 'json' } } },
    before: `delete pm.request.body;`,
  },
  {
    name: 'keys are derived',
    before: wrapInTest(
      'once with SHA-1',
      `pm.expect(CryptoJS.PBKDF2('p', 's', { keySize: 4, iterations: 1 }).toString()).to.equal('843c87e7eda3ee2f64a61c8d1f997842'); pm.expect(CryptoJS.PBKDF2('p', 's').toString()).to.equal('843c87e7eda3ee2f64a61c8d1f997842')`,
    ),
  },
];

/** Items whose scripts read and change a saved request. */
export const savedItems: readonly PostmanItem[] = [
  ...authItems,
  ...disabledItems,
  ...graphqlItems,
  ...locationItems,
  ...entryItems,
];
