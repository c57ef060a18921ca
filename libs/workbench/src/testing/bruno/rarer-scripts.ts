import { type BrunoItem, createCheckItem, wrapInTests } from './requests.js';

/** Scripts with libraries and functions that fewer collections use. They run in developer mode, because safe mode takes a second for each. */
export const rarerScripts: readonly BrunoItem[] = [
  createCheckItem(
    'rarer lodash',
    '/json',
    `const _ = require('lodash'); expect(_.groupBy(res.body.list, 'a')).to.have.keys('1', '2'); expect(_.sortBy([3, 1, 2])).to.eql([1, 2, 3]); expect(_.get(res.body, 'list[0].a')).to.equal(1)`,
    `const _ = require('lodash'); expect(_.merge({ a: { b: 1 } }, { a: { c: 2 } })).to.eql({ a: { b: 1, c: 2 } }); expect(_.omit({ a: 1, b: 2 }, 'a')).to.eql({ b: 2 }); expect(_.keyBy(res.body.list, 'a')[2]).to.eql({ a: 2 })`,
    `const _ = require('lodash'); expect(_.difference([1, 2], [2])).to.eql([1]); expect(_.times(2, (n) => n)).to.eql([0, 1]); expect(_.isNil(res.body.none)).to.be.true; expect(_.chain([[1], [2]]).flatten().value()).to.eql([1, 2])`,
  ),
  createCheckItem(
    'rarer ajv and tv4',
    '/json',
    `const Ajv = require('ajv'); const ajv = new Ajv({ allErrors: true, strict: false }); const check = ajv.compile({ type: 'array', items: { type: 'number' } }); expect(check([1, 'x', 'y'])).to.be.false; expect(check.errors).to.have.lengthOf(2); expect(check.errors[0].instancePath).to.equal('/1')`,
    `const Ajv = require('ajv'); const addFormats = require('ajv-formats'); const ajv = new Ajv(); addFormats(ajv); expect(ajv.validate({ type: 'string', format: 'email' }, 'a@b.example')).to.be.true; expect(ajv.validate({ type: 'string', format: 'date' }, 'x')).to.be.false`,
    `const tv4 = require('tv4'); expect(tv4.validate({ a: 'x' }, { properties: { a: { type: 'number' } } })).to.be.false; expect(tv4.error.dataPath).to.equal('/a'); expect(tv4.validateMultiple({}, { required: ['a', 'b'] }).errors).to.have.lengthOf(2)`,
    `expect(res.body).to.have.jsonBody('list[0].a', 1); expect(res.getBody()).to.have.jsonBody('name')`,
  ),
  createCheckItem(
    'rarer XML',
    '/',
    `let found; require('xml2js').parseString('<r a="1"><i>x</i><i>y</i></r>', (error, result) => { found = result; }); expect(found).to.eql({ r: { $: { a: '1' }, i: ['x', 'y'] } })`,
    `const { Builder } = require('xml2js'); expect(new Builder({ headless: true, renderOpts: { pretty: false } }).buildObject({ r: { i: [1, 2] } })).to.equal('<r><i>1</i><i>2</i></r>')`,
  ),
  createCheckItem(
    'rarer hashes and keys',
    '/',
    `const CryptoJS = require('crypto-js'); expect(CryptoJS.SHA512('a').toString()).to.have.lengthOf(128); const key = CryptoJS.enc.Utf8.parse('0123456789abcdef'); const made = CryptoJS.AES.encrypt('text', key, { iv: key }); expect(CryptoJS.AES.decrypt(made.toString(), key, { iv: key }).toString(CryptoJS.enc.Utf8)).to.equal('text'); expect(made.toString()).to.equal('6wkdtfg7ugdVyL6qY0rbtw==').and.to.have.lengthOf(24)`,
    `const crypto = require('crypto'); const hash = crypto.createHash('sha256'); hash.update('a'); hash.update('b'); expect(hash.digest('hex')).to.equal(crypto.createHash('sha256').update('ab').digest('hex')); expect(crypto.createHash('sha512').update('a').digest('base64')).to.have.lengthOf(88)`,
    `const { v4, validate, v5 } = require('uuid'); expect(validate(v4())).to.be.true; expect(v5('a', v5.DNS)).to.equal(v5('a', v5.DNS))`,
    `const { nanoid } = require('nanoid'); expect(nanoid()).to.have.lengthOf(21); expect(nanoid(5)).to.have.lengthOf(5)`,
    `const jwt = require('jsonwebtoken'); const token = jwt.sign({ a: 1 }, 'k', { expiresIn: '1h', issuer: 'me', audience: 'you' }); const { a, iss, exp, iat } = jwt.verify(token, 'k', { issuer: 'me' }); expect([a, iss, exp - iat]).to.eql([1, 'me', 3600]); expect(jwt.decode(token, { complete: true }).header.alg).to.equal('HS256')`,
    `const jwt = require('jsonwebtoken'); expect(() => jwt.verify(jwt.sign({}, 'k'), 'other')).to.throw('invalid signature'); expect(() => jwt.verify('a.b', 'k')).to.throw('jwt malformed')`,
  ),
  createCheckItem(
    'rarer moment and path',
    '/',
    `const moment = require('moment'); expect(moment.utc('2026-03-04T05:06:07Z').format('dddd, MMMM Do YYYY, h:mm:ss a')).to.equal('Wednesday, March 4th 2026, 5:06:07 am'); expect(moment('x').isValid()).to.be.false; expect(moment.duration(90, 'minutes').asHours()).to.equal(1.5)`,
    `const path = require('path'); expect(path.join('a', '..', 'b')).to.equal('b'); expect(path.extname('x.tar.gz')).to.equal('.gz'); expect(path.parse('/a/b.c').name).to.equal('b')`,
    `expect(require('util').inspect({ a: [1] })).to.equal('{ a: [ 1 ] }'); expect(require('url').parse('http://h:1/p?q=1').pathname).to.equal('/p'); require('assert').deepStrictEqual({ a: 1 }, { a: 1 }); const E = require('events'); expect(new E().listenerCount('x')).to.equal(0)`,
    `expect(new URL('http://h:1/p?q=1&q=2').searchParams.getAll('q')).to.eql(['1', '2']); expect(new URLSearchParams({ a: 'b c' }).toString()).to.equal('a=b+c')`,
  ),
  createCheckItem(
    'rarer chai',
    '/json',
    `expect(res).to.have.property('status').that.is.within(200, 204); expect([1, 2, 3]).to.have.ordered.members([1, 2, 3]); expect('abc').to.match(/b/).and.to.have.string('c')`,
    `expect(() => { throw new Error('x y'); }).to.throw('x'); expect({ f() {} }).to.respondTo('f'); expect(new Date(0)).to.be.a('date'); expect(Object.freeze({})).to.be.frozen`,
    `expect(res.body).to.nested.include({ 'list[0].a': 1 }); expect(null).to.not.exist; expect([{ a: 1 }]).to.deep.include({ a: 1 }); expect(1.5).to.be.closeTo(1, 0.6)`,
    `expect([1, 2]).to.be.an('array').that.includes(3)`,
    `let n = 1; expect(() => { n += 1; }).to.change(() => n).by(1); assert.throws(() => { throw new TypeError('t'); }, TypeError); assert.property({ a: 1 }, 'a'); assert.match('abc', /b/); assert.isAbove(2, 1)`,
    `expect.fail('on purpose')`,
    `assert.lengthOf([1], 2)`,
    `throw new Error('thrown')`,
    `throw 'a text'`,
    `return Promise.reject(new Error('rejected'))`,
  ),
  {
    name: 'rarer assertions',
    path: '/json',
    assertions: [
      ['res.status', 'neq', '201'],
      ['res.status', 'gt', '199'],
      ['res.status', 'lte', '200'],
      ['res.status', 'isNumber'],
      ['res.body.name', 'isString'],
      ['res.body', 'isJson'],
      ['res.body.missing', 'isDefined'],
      ['res.body.name', 'isNotEmpty'],
      ['res.body.none', 'isBoolean'],
      ['res.body.none', 'isFalsy'],
      ['res.body.name', 'isTruthy'],
      ['res.body.name', 'eq', '{{first}}'],
      ['res.body.list[0].a', 'eq', '1'],
      ['res.body.list.map(one => one.a).join()', 'eq', '1,2'],
      ['res.headers["x-reply"]', 'eq', 'yes'],
      ['res.statusText', 'eq', 'OK'],
      ['res.responseTime', 'lt', '60000'],
      ['res.body.name.toUpperCase()', 'eq', 'ANN'],
      ['res.body.name', 'in', 'Ann, Bob'],
      ['res.body.name', 'matches', '/^a/i'],
      ['res.body.none', 'eq', 'null'],
      ['res("list[1].a")', 'eq', '2'],
      ['res.status', 'unknownOperator', '1'],
      ['res.body.nope.deeper', 'eq', '1'],
    ],
    variables: { first: 'Ann' },
  },
  {
    name: 'rarer variables',
    path: '/vars/{{mine}}/{{ofCollection}}/{{ofGlobal}}',
    variables: { ofRequest: 'r-{{fixed}}' },
    before: `
bru.setVar('mine', 'v'); bru.setCollectionVar && bru.setCollectionVar('ofCollection', 'c'); bru.setGlobalEnvVar('ofGlobal', 'g'); bru.setEnvVar('typed', { a: [1, true, null] });
test(JSON.stringify([bru.getVar('mine'), bru.hasVar('nope'), bru.getRequestVar('ofRequest'), bru.getCollectionVar('word'), bru.getEnvVar('typed'), bru.getVar('nope'), bru.getEnvVar('nope')]), () => {});
test(bru.interpolate('{{mine}} {{ofRequest}} {{nope}} {{typed}}'), () => {}); test(JSON.stringify(bru.interpolate({ a: '{{mine}}', b: ['{{fixed}}'] })), () => {});`,
    after: `['mine'].forEach((one) => bru.deleteVar(one)); bru.deleteEnvVar('typed');`,
    tests: wrapInTests(
      'gone',
      `expect(bru.hasVar('mine')).to.be.false; expect(bru.getVar('mine')).to.equal(undefined); expect(bru.hasEnvVar('typed')).to.be.false`,
      `expect(() => bru.setVar('a b', 1)).to.throw('invalid')`,
      `expect(() => bru.setVar('', 1)).to.throw()`,
    ),
  },
  {
    name: 'rarer changes of a request',
    method: 'POST',
    path: '/changes?old=1',
    headers: [
      ['X-Old', '1'],
      ['Content-Type', 'application/json'],
    ],
    body: { type: 'json', data: '{"a": 1}' },
    before: `
req.setHeaders({ ...req.getHeaders(), 'X-New': 'n', 'X-Of': '{{fixed}}' }); req.deleteHeader('X-Old'); req.setMethod('PUT'); req.setUrl(req.getUrl().replace('old=1', 'new=a b'));
test(JSON.stringify([req.getMethod(), req.getBody(), req.getHeader('X-New')]), () => {}); req.setBody({ ...req.getBody(), b: '{{fixed}}', c: [{ d: null }] });`,
    tests: `test(JSON.stringify([req.getMethod(), req.getBody(), req.getHeader('X-New'), req.getHeader('X-Of')]), () => {});`,
  },
  {
    name: 'rarer requests of a script',
    before: `
const base = bru.getEnvVar('base'); const said = []; const send = (path, more = {}) => bru.sendRequest({ url: base + path, method: 'GET', ...more });
const { data, status } = await send('/r/json', { method: 'POST', data: { a: 1 }, headers: { 'X-A': '1' } }); said.push(status, data.name);
said.push((await send('/r/form', { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, data: 'a=1&b=x' })).status);
try { await send('/status/404'); } catch (error) { said.push(error.response.status, error.message); }
for (const n of [1, 2]) said.push((await send('/status/20' + n)).status);
said.push((await send('/r/query', { params: { q: 'a b' } })).data.list.length, (await bru.sendRequest(base + '/r/plain')).headers['x-reply']);
await bru.sendRequest({ url: base + '/r/back' }, (error, response) => { said.push(error, response.status); });
test(JSON.stringify(said), () => {}); bru.setVar('said', said.length);`,
    path: '/said/{{said}}',
  },
  {
    name: 'rarer steps',
    path: '/json',
    after: `if (res.status === 200) { bru.setVar('steps', (bru.getVar('steps') || 0) + 1); } const found = res('list[?].a', (one) => one.a > 1); bru.setVar('found', JSON.stringify(found)); res.setBody({ ...res.getBody(), added: true });`,
    tests: `test(bru.getVar('found') + bru.getVar('steps') + JSON.stringify(res.body), () => {}); test('a', () => {}); test('a', () => {}); test('', () => {}); await bru.sleep(1); test('after ' + typeof bru.cwd(), () => {}); bru.deleteVar('found'); bru.deleteVar('steps');`,
  },
  {
    name: 'rarer failure',
    path: '/json',
    after: `bru.setVar('before', 1); nothing.here();`,
    tests: `test('still ' + bru.getVar('before'), () => {}); bru.deleteVar('before'); undefinedFunction(); test('never', () => {});`,
  },
];
