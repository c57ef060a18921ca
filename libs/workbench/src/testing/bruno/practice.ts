import { type BrunoItem, createCheckItem, wrapInTests } from './requests.js';

/** Scripts in the manner of collections that are used every day: how people read, chain, loop, sign and check. */
export const practicedScripts: readonly BrunoItem[] = [
  {
    name: 'keep a value',
    path: '/json',
    after: `bru.setVar('kept', res.body.name); bru.setEnvVar('keptToo', res.getBody().list.length);`,
    tests: wrapInTests(
      'kept',
      `expect(bru.getVar('kept')).to.equal('Ann'); expect(bru.getEnvVar('keptToo')).to.equal(2)`,
    ),
  },
  {
    name: 'use a value',
    path: '/used/{{kept}}/{{keptToo}}',
    after: `bru.deleteVar('kept'); bru.deleteEnvVar('keptToo');`,
  },
  createCheckItem(
    'each of a list',
    '/json',
    `res.getBody().list.forEach((one) => { expect(one).to.have.property('a'); expect(one.a).to.be.a('number'); })`,
    `expect(res.body.list.map((one) => one.a)).to.have.members([2, 1]); expect(res.body.list.some((one) => one.a === 2)).to.be.true`,
    `const { list, ...rest } = res.body; expect(rest).to.eql({ name: 'Ann', none: null })`,
  ),
  createCheckItem(
    'missing keys',
    '/json',
    `expect(res.body.missing?.deep ?? 'none').to.equal('none'); expect(res('missing.deep')).to.equal(undefined)`,
    `expect(res.body).to.not.have.property('error'); expect(res.body).to.have.all.keys('name', 'list', 'none')`,
  ),
  {
    name: 'a token that expires',
    headers: [['X-Token', '{{cached}}']],
    before: `if (!bru.getVar('until') || Date.now() > bru.getVar('until')) { bru.setVar('cached', 'fresh'); bru.setVar('until', Date.now() + 60000); }`,
    tests: wrapInTests('until', `expect(bru.getVar('until')).to.be.a('number')`),
  },
  {
    name: 'a token that is still good',
    headers: [['X-Token', '{{cached}}']],
    before: `if (bru.hasVar('until') && Date.now() < bru.getVar('until')) bru.setVar('cached', 'again');`,
    after: `bru.deleteVar('until'); bru.deleteVar('cached');`,
  },
  {
    name: 'a signed body',
    method: 'POST',
    body: { type: 'json', data: '{"a":1}' },
    before: `const CryptoJS = require('crypto-js'); req.setHeader('X-Signature', CryptoJS.enc.Base64.stringify(CryptoJS.HmacSHA256(JSON.stringify(req.getBody()), 'k')));`,
  },
  {
    name: 'a signed address',
    path: '/signed?b=2&a=1',
    before: `const CryptoJS = require('crypto-js'); const sorted = req.getUrl().split('?')[1].split('&').sort().join('&'); req.setHeader('X-Hash', CryptoJS.MD5(sorted).toString());`,
  },
  {
    name: 'basic by hand',
    before: `req.setHeader('Authorization', 'Basic ' + btoa('ann:' + bru.getEnvVar('fixed')));`,
  },
  {
    name: 'bearer by hand',
    before: `req.setHeader('Authorization', \`Bearer \${bru.getEnvVar('fixed').split(' ').join('-')}\`);`,
  },
  {
    name: 'dates',
    path: '/dates/{{day}}/{{stamp}}',
    before: `const moment = require('moment'); bru.setVar('day', moment.utc('2026-01-31').add(1, 'month').format('YYYY-MM-DD')); bru.setVar('stamp', moment.utc('2026-05-17').endOf('month').unix());`,
  },
  {
    name: 'a body of parts of others',
    method: 'POST',
    body: { type: 'json', data: '{"keep": 1, "drop": 2}' },
    before: `const body = req.getBody(); delete body.drop; body.ids = [1, 2].map((id) => ({ id })); body.at = null; req.setBody(body);`,
  },
  {
    name: 'a body as text',
    method: 'POST',
    body: { type: 'text', data: 'a {{fixed}}' },
    before: `req.setBody(req.getBody().toUpperCase());`,
  },
  {
    name: 'objects in a body',
    method: 'POST',
    body: { type: 'json', data: '{"ids": {{ids}}, "flag": {{flag}}, "user": {{user}}}' },
    before: `bru.setVar('ids', [1, 2]); bru.setVar('flag', true); bru.setVar('user', { name: 'A' });`,
    after: `['ids', 'flag', 'user'].forEach((name) => bru.deleteVar(name));`,
  },
  {
    name: 'paths into objects',
    path: '/paths/{{person.name}}/{{person.tags[1]}}',
    before: `bru.setVar('person', { name: 'B', tags: ['x', 'y'] });`,
    tests: wrapInTests(
      'interpolated',
      `expect(bru.interpolate('{{person.name}}-{{person.tags[0]}}')).to.equal('B-x')`,
    ),
  },
  createCheckItem(
    'branches by status',
    '/status/404',
    `if (res.status === 200) expect.fail('found'); else expect(res.status).to.be.oneOf([401, 404])`,
    `switch (res.getStatusText()) { case 'Not Found': break; default: throw new Error('other'); }`,
  ),
  createCheckItem(
    'errors that are caught',
    '/text',
    `let found; try { JSON.parse(res.getBody()); } catch (error) { found = error.name; } expect(found).to.equal('SyntaxError')`,
    `expect(() => { throw new TypeError('no'); }).to.throw(TypeError, 'no')`,
  ),
  createCheckItem(
    'headers of a response',
    '/headers',
    `expect(Object.keys(res.getHeaders())).to.include('x-reply'); expect(res.getHeader('content-type')).to.match(/^application\\/json/)`,
    `expect(res.headers['X-Reply']).to.equal(undefined)`,
  ),
  createCheckItem(
    'lists without a library',
    '/json',
    `const byA = Object.fromEntries(res.body.list.map((one) => [one.a, one])); expect(byA[1]).to.eql({ a: 1 }); expect(res.body.list.reduce((sum, { a }) => sum + a, 0)).to.equal(3)`,
    `expect([...res.body.list].sort((x, y) => y.a - x.a)[0].a).to.equal(2); expect(res.body.list.flatMap(({ a }) => [a, a])).to.eql([1, 1, 2, 2]); expect(new Set(res.body.list.map(({ a }) => a)).size).to.equal(2)`,
  ),
  createCheckItem(
    'encodings',
    '/',
    `const { Buffer } = require('buffer'); expect(Buffer.from('ä').toString('hex')).to.equal('c3a4'); expect(Buffer.from('w6Q=', 'base64').toString('utf8')).to.equal('ä')`,
    `expect(encodeURIComponent('a b&ä')).to.equal('a%20b%26%C3%A4'); expect(decodeURIComponent('%7B')).to.equal('{')`,
    `expect(require('atob')('eyJhIjoxfQ==')).to.equal('{"a":1}'); expect(require('btoa')('a')).to.equal('YQ==')`,
  ),
  createCheckItem(
    'tokens',
    '/',
    `const jwt = require('jsonwebtoken'); const token = jwt.sign({ sub: '7' }, 'k', { algorithm: 'HS256', noTimestamp: true }); expect(token.split('.')).to.have.lengthOf(3); expect(jwt.verify(token, 'k').sub).to.equal('7'); expect(jwt.decode(token).sub).to.equal('7')`,
    `expect(require('uuid').v4()).to.have.lengthOf(36)`,
  ),
  createCheckItem(
    'schemas',
    '/json',
    `const Ajv = require('ajv'); const ajv = new Ajv({ allErrors: true }); const check = ajv.compile({ type: 'object', properties: { name: { type: 'integer' } }, required: ['nope'] }); expect(check(res.body)).to.be.false; expect(check.errors).to.have.lengthOf(2)`,
    `expect(res.body).to.have.jsonSchema({ type: 'object', properties: { list: { type: 'array', minItems: 1 } } })`,
    `expect(res.body).to.have.jsonSchema({ type: 'object', required: ['nope'] })`,
    `const tv4 = require('tv4'); expect(tv4.validate(res.body, { type: 'object' })).to.be.true`,
  ),
  createCheckItem(
    'assertions in chai style',
    '/json',
    `expect('Ann').to.be.a('string').that.has.lengthOf.at.least(2); expect(1).to.be.within(1, 2); expect([]).to.be.empty`,
    `expect({ a: { b: [1] } }).to.have.deep.nested.property('a.b', [1]); expect([1, 2, 3]).to.include.members([3, 1])`,
    `expect(5).to.be.closeTo(5.1, 0.2); expect(null).to.be.null; expect(undefined).to.be.undefined; expect(NaN).to.be.NaN`,
    `expect(2, 'a message').to.be.above(3)`,
    `assert.equal(1, 1); assert.deepEqual({ a: 1 }, { a: 1 }); assert.isArray([]); assert.include('abc', 'b')`,
    `assert.strictEqual(1, '1')`,
  ),
  {
    name: 'assertions of many kinds',
    path: '/json',
    assertions: [
      ['res.status', 'in', '200, 201'],
      ['res.status', 'notIn', '400, 500'],
      ['res.status', 'gte', '200'],
      ['res.status', 'lt', '300'],
      ['res.status', 'between', '200, 299'],
      ['res.body.name', 'startsWith', 'A'],
      ['res.body.name', 'endsWith', 'n'],
      ['res.body.name', 'matches', '^A'],
      ['res.body.name', 'notMatches', '^B'],
      ['res.body.name', 'contains', 'nn'],
      ['res.body.name', 'notContains', 'x'],
      ['res.body.name', 'length', '3'],
      ['res.body.name', 'neq', 'Bob'],
      ['res.body.none', 'isNull'],
      ['res.body.list', 'isArray'],
      ['res.body.list[1].a', 'eq', '2'],
      ['res.body.list.length', 'eq', '2'],
      ['res.headers.x-reply', 'eq', 'yes'],
      ['res.body.missing', 'isUndefined'],
      ['res.body.name', 'eq', 'Bob'],
      ['res.body.list', 'isEmpty'],
    ],
  },
  {
    name: 'variables of a response',
    path: '/json',
    set: {
      firstName: 'res.body.name',
      second: 'res.body.list[1].a',
      whole: 'res.body.list',
      state: 'res.status',
    },
    tests: wrapInTests(
      'are set',
      `expect([bru.getVar('firstName'), bru.getVar('second'), bru.getVar('state')]).to.eql(['Ann', 2, 200]); expect(bru.getVar('whole')).to.eql([{ a: 1 }, { a: 2 }])`,
    ),
  },
  { name: 'variables of a response later', path: '/later/{{firstName}}/{{second}}/{{state}}' },
  {
    name: 'turns of a loop',
    path: '/turn/{{turn}}',
    before: `if (!bru.hasVar('turn')) bru.setVar('turn', 1);`,
    after: `const turn = bru.getVar('turn'); if (turn < 3) { bru.setVar('turn', turn + 1); bru.setNextRequest('turns of a loop'); } else bru.deleteVar('turn');`,
  },
  {
    name: 'a queue of names',
    path: '/queue/{{next}}',
    before: `const queue = bru.getVar('queue') || ['x', 'y']; bru.setVar('next', queue[0]); bru.setVar('queue', queue.slice(1));`,
    after: `if (bru.getVar('queue').length > 0) bru.runner.setNextRequest('a queue of names'); else { bru.deleteVar('queue'); bru.deleteVar('next'); }`,
  },
  {
    name: 'tests in a loop with names',
    path: '/json',
    tests: `for (const [key, value] of [['name', 'Ann'], ['none', null], ['other', undefined]]) test(\`\${key} is \${value}\`, () => expect(res.body[key]).to.equal(value));`,
  },
  {
    name: 'tests that await',
    path: '/json',
    tests: `test('awaits', async () => { const value = await Promise.resolve(5); expect(value).to.equal(5); }); test('sleeps', async () => { await bru.sleep(2); expect(res.status).to.equal(200); });`,
  },
  {
    name: 'console',
    before: `console.log('a', { b: 1 }); console.warn('w'); console.error(new Error('e')); console.info([1]); console.debug('d');`,
    tests: wrapInTests('later', `expect(Date.now()).to.be.above(1)`),
  },
  {
    name: 'headers by a condition',
    headers: [
      ['X-Keep', '1'],
      ['X-Drop', '2'],
    ],
    before: `if (bru.getEnvName() === 'Place') req.deleteHeader('X-Drop'); req.setHeader('X-Env', bru.getEnvName()); req.setHeader('X-Method', req.getMethod());`,
  },
  {
    name: 'an address by parts',
    path: '/parts?x=1',
    before: `const [path, query] = bru.interpolate(req.getUrl()).split('?'); req.setUrl(path + '/more?' + query.split('&').concat('y=' + encodeURIComponent('a b')).join('&'));`,
  },
  {
    name: 'templates in what is set',
    path: '/templates',
    before: `bru.setVar('inner', 'in'); req.setHeader('X-Template', '{{inner}}-{{fixed}}'); req.setUrl('{{base}}/templates/{{inner}}');`,
    after: `bru.deleteVar('inner');`,
  },
  {
    name: 'variables in variables',
    path: '/nested/{{outer}}',
    variables: { outer: '{{fixedInner}}-x', fixedInner: 'i' },
    before: `test('request', () => expect(bru.getRequestVar('fixedInner')).to.equal('i'));`,
  },
  {
    name: 'a row',
    path: '/row/{{city}}/{{n}}',
    tests: wrapInTests(
      'of data',
      `expect(bru.runner.iterationData.get('city')).to.equal('Lima'); expect(bru.runner.iterationData.has('n')).to.be.true`,
    ),
  },
  createCheckItem(
    'times',
    '/',
    `const moment = require('moment'); expect(moment('2026-03-04').isBefore('2026-03-05')).to.be.true; expect(moment.utc(0).toISOString()).to.equal('1970-01-01T00:00:00.000Z'); expect(moment.duration(90, 'minutes').asHours()).to.equal(1.5)`,
    `expect(new Date(Date.UTC(2026, 0, 31)).toISOString().slice(0, 10)).to.equal('2026-01-31')`,
  ),
  {
    name: 'settings of a request',
    before: `req.setTimeout(30000); req.setMaxRedirects(2);`,
    tests: wrapInTests('set', `expect(req.getTimeout()).to.equal(30000)`),
  },
  createCheckItem(
    'global variables',
    '/globals',
    `bru.setGlobalEnvVar('everywhere', 'g'); expect(bru.getGlobalEnvVar('everywhere')).to.equal('g')`,
    `expect(bru.getAllVars === undefined || typeof bru.getAllVars === 'function').to.be.true`,
  ),
  createCheckItem(
    'regular expressions and text',
    '/text',
    `expect(res.body.match(/pl(\\w+)/)[1]).to.equal('ain'); expect(res.body.split(' ')).to.have.lengthOf(2); expect(res.body.replace(/plain/, 'x')).to.equal('x text')`,
    `expect('%s'.padStart(4, '-')).to.equal('--%s'); expect([...'äb'].length).to.equal(2); expect('a-b'.replaceAll('-', '+')).to.equal('a+b')`,
  ),
];

const get = (name: string, path: string, more: Partial<BrunoItem> = {}): BrunoItem => ({
  name: `sent ${name}`,
  path,
  ...more,
});

const post = (name: string, type: string, data: unknown, method = 'POST'): BrunoItem => ({
  name: `sent ${name}`,
  method,
  body: { type, data },
});

const form = (name: string, ...rows: readonly (readonly [string, string, boolean?])[]): BrunoItem =>
  post(
    `form ${name}`,
    'form-urlencoded',
    rows.map(([key, value, disabled = false]) => ({ name: key, value, ...(disabled ? { disabled } : {}) })),
  );

const parts = (name: string, ...rows: readonly object[]): BrunoItem =>
  post(
    `parts ${name}`,
    'multipart-form',
    rows.map((one) => ({ type: 'text', ...one })),
  );

const withAuth = (name: string, auth: unknown): BrunoItem => ({ name: `sent auth ${name}`, auth });

/** Requests without scripts, as collections save them. */
export const practicedRequests: readonly BrunoItem[] = [
  get('plain', '/p/a'),
  get('trailing slash', '/p/a/'),
  get('double slash', '/p//a'),
  get('space in the path', '/p/a b'),
  get('encoded path', '/p/a%20b%2Fc'),
  get('unicode path', '/p/zürich'),
  get('semicolon and comma', '/p/a;v=1,2'),
  get('colon later in a segment', '/p/a:b/c@d'),
  get('plus', '/p/a+b?q=a+b'),
  get('space in the query', '/q?q=a b'),
  get('encoded query', '/q?q=a%20b%26c'),
  get('unicode query', '/q?q=zürich'),
  get('repeated', '/q?a=1&a=2&b=3&a=4'),
  get('brackets', '/q?filter[name]=x&ids[]=1&ids[]=2'),
  get('key without a value', '/q?flag&empty=&x=1'),
  get('equals in a value', '/q?token=a==&b=c=d'),
  get('quotes', `/q?q="a"&r='b'`),
  get('a URL in the query', '/q?to=http://h.example/p?x=1%26y=2'),
  get('variables in the query', '/q?h={{fixed}}&n={{n}}&c={{city}}'),
  get('a variable in a key', '/q?{{city}}=1'),
  get('JSON in the query', '/q?where={"a":[1,2]}'),
  get('a star and tilde', '/p/*~!$()?q=*~!$()'),
  get('an at sign', '/q?mail=ann@example.com'),
  get('a hash that is encoded', '/q?color=%23fff'),
  get('a percent sign', '/q?p=100%25'),
  get('path parameters', '/v/:a/:b', {
    params: [
      { name: 'a', value: 'x', type: 'path' },
      { name: 'b', value: '{{n}}', type: 'path' },
    ],
  }),
  get('query parameters', '/q?a=1', {
    params: [
      { name: 'a', value: '1', type: 'query' },
      { name: 'b', value: '2', type: 'query', disabled: true },
    ],
  }),
  get('PATCH', '/m', { method: 'PATCH' }),
  get('DELETE', '/m', { method: 'DELETE' }),
  get('PUT', '/m', { method: 'PUT' }),
  get('header without a value', '/h', { headers: [['X-A', '']] }),
  get('header of a variable', '/h', { headers: [['X-Of', '{{fixed}} {{n}}']] }),
  get('header that is off', '/h', {
    headers: [
      ['X-A', '1'],
      ['X-B', '2', true],
    ],
  }),
  get('header in capitals', '/h', { headers: [['X-CAPS', 'A']] }),
  post('json', 'json', '{"a": 1, "b": [true, null]}'),
  post('json with comments', 'json', '{ "a": "x // no", /* two */ "b": 2 }'),
  post('json of variables', 'json', '{"w": "{{word}}", "n": {{n}}, "c": "{{city}}"}'),
  post('json of a list', 'json', '[1, "2", {"a": null}]'),
  post('json of a string', 'json', '"a"'),
  post('json in unicode', 'json', '{"a": "日本 😀"}'),
  post('json of floats', 'json', '{"a": 1.5, "b": -0.25}'),
  post('json by PUT', 'json', '{"a":{"b":{"c":[]}}}', 'PUT'),
  post('json by PATCH', 'json', '{"a":""}', 'PATCH'),
  post('text', 'text', 'line one\nline two {{n}}'),
  post('text of one word', 'text', 'x'),
  post('xml', 'xml', '<?xml version="1.0"?><a b="{{city}}">ä</a>'),
  post('xml by PUT', 'xml', '<a>\n  <b/>\n</a>', 'PUT'),
  post('sparql', 'sparql', 'SELECT * WHERE { ?s ?p "{{city}}" }'),
  form('plain', ['a', '1'], ['b', 'x']),
  form('special', ['a', 'x y&z=1'], ['b', '2']),
  form('repeated', ['a', '1'], ['a', '2'], ['off', '3', true]),
  form('of variables', ['c', '{{city}}'], ['n', '{{n}}'], ['empty', '']),
  form('in unicode', ['ä', 'ö']),
  parts('plain', { name: 'a', value: '1' }, { name: 'b', value: 'x y' }),
  parts('of variables', { name: 'c', value: '{{city}}' }, { name: 'n', value: '{{n}}' }),
  parts('typed', { name: 'a', value: '{"x":1}', contentType: 'application/json' }, { name: 'b', value: '2' }),
  parts('with one off', { name: 'a', value: '1' }, { name: 'off', value: '2', disabled: true }),
  withAuth('basic', { type: 'basic', username: 'ann', password: 'p:w' }),
  withAuth('basic of variables', { type: 'basic', username: '{{city}}', password: '{{n}}' }),
  withAuth('bearer', { type: 'bearer', token: '{{fixed}}' }),
  withAuth('key in a header', { type: 'apikey', key: 'X-Api-Key', value: '{{city}}', placement: 'header' }),
];
