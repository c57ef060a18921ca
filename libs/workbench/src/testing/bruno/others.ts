import { type BrunoItem, createCheckItem, wrapInTests } from './item.js';

/** Cookies, libraries, the runner, and failing scripts. */
export const otherItems: readonly BrunoItem[] = [
  { name: 'sets a cookie', base: '{{local}}', path: '/cookie' },
  {
    name: 'cookies',
    base: '{{local}}',
    path: '/cookies',
    before: `
test('of the request', () => { expect(bru.cookies.get('sid')).to.equal('abc'); expect(bru.cookies.has('sid')).to.be.true; expect(bru.cookies.count()).to.equal(1); });
test('list', () => { expect(bru.cookies.one('sid').value).to.equal('abc'); expect(bru.cookies.all()[0].key).to.equal('sid'); expect(bru.cookies.toObject()).to.eql({ sid: 'abc' }); expect(bru.cookies.toString()).to.equal('sid=abc'); });
test('iterates', () => { expect(bru.cookies.map((c) => c.key)).to.eql(['sid']); expect(bru.cookies.filter((c) => c.key === 'x')).to.eql([]); expect(bru.cookies.find((c) => c.key === 'sid').value).to.equal('abc'); expect(bru.cookies.idx(0).key).to.equal('sid'); });
await bru.cookies.upsert({ key: 'lang', value: 'en' });
await bru.cookies.add({ key: 'gone', value: 'x' }); await bru.cookies.remove('gone');
const jar = bru.cookies.jar();
await jar.setCookie(bru.getEnvVar('local') + '/', 'theme', 'dark');
await jar.setCookies('{{local}}/', [{ key: 'a', value: '1' }]);
await test('jar', async () => { expect((await jar.getCookie('{{local}}/', 'theme')).value).to.equal('dark'); expect(await jar.hasCookie('{{local}}/', 'nope')).to.be.false; expect((await jar.getCookies('{{local}}/')).length).to.equal(4); });
await jar.deleteCookie('{{local}}/', 'a');
jar.getCookie('{{local}}/', 'lang', (error, cookie) => { test('calls back', () => { expect(error).to.equal(null); expect(cookie.value).to.equal('en'); }); });`,
  },
  {
    name: 'cookies cleared',
    base: '{{local}}',
    path: '/cleared',
    before: `await bru.cookies.delete('theme'); await bru.cookies.clear(); test('none', () => expect(bru.cookies.count()).to.equal(0));`,
  },
  createCheckItem(
    'libraries',
    '/libraries',
    `const moment = require('moment'); expect(moment('2026-01-02').format('DD.MM.YYYY')).to.equal('02.01.2026')`,
    `const CryptoJS = require('crypto-js'); expect(CryptoJS.SHA256('a').toString()).to.equal('ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb')`,
    `const { v4, validate } = require('uuid'); expect(validate(v4())).to.be.true`,
    `const { nanoid } = require('nanoid'); expect(nanoid()).to.have.lengthOf(21)`,
    `const { Buffer } = require('buffer'); expect(Buffer.from('a').toString('base64')).to.equal('YQ==')`,
    `const tv4 = require('tv4'); expect(tv4.validate(1, { type: 'string' })).to.be.false`,
    `const Ajv = require('ajv'); const ajv = new Ajv(); require('ajv-formats')(ajv); expect(ajv.validate({ type: 'string', format: 'email' }, 'a@b.co')).to.be.true`,
    `const { expect: other } = require('chai'); other(1).to.equal(1)`,
    `const atob = require('atob'); const btoa = require('btoa'); expect(atob(btoa('x'))).to.equal('x')`,
    `const path = require('path'); expect(path.resolve('/a', '..', 'b')).to.equal('/b')`,
    `const jwt = require('jsonwebtoken'); const token = jwt.sign({ sub: 'ann' }, 'secret', { expiresIn: '1h', issuer: 'me' }); const read = jwt.verify(token, 'secret', { issuer: 'me' }); expect(read.sub).to.equal('ann'); expect(read.exp - read.iat).to.equal(3600)`,
    `const jwt = require('jsonwebtoken'); const token = jwt.sign({ a: 1, iat: 1 }, 'k'); expect(token).to.equal('eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJhIjoxLCJpYXQiOjF9.' + token.split('.')[2]); expect(jwt.decode(token).a).to.equal(1); expect(() => jwt.verify(token, 'other')).to.throw('invalid signature')`,
    `const jwt = require('jsonwebtoken'); expect(jwt.decode('nothing')).to.equal(null); expect(() => jwt.verify(jwt.sign({ exp: 1 }, 'k'), 'k')).to.throw('jwt expired')`,
    `require('fs')`,
  ),
  createCheckItem(
    'globals',
    '/globals',
    `expect(moment('2026-01-02').year()).to.equal(2026)`,
    `expect(Buffer.from('a').toString('hex')).to.equal('61')`,
    `expect(tv4.validate('a', { type: 'string' })).to.be.true`,
    `expect(new Ajv().validate({ type: 'number' }, 1)).to.be.true`,
    `expect(atob(btoa('text'))).to.equal('text')`,
  ),
  {
    name: 'waits',
    path: '/waits',
    before: `let order = []; setTimeout(() => { order.push('timer'); test('after a timer', () => expect(order).to.eql(['sleep', 'timer'])); }, 30); await bru.sleep(5); order.push('sleep');`,
    tests: `test('slow', async () => { await bru.sleep(20); }); test('fast', () => {}); test('rejects', async () => { await bru.sleep(1); throw new Error('late'); });`,
  },
  {
    name: 'early return',
    path: '/early',
    before: `test('before', () => {}); if (true) return; test('never', () => {});`,
  },
  {
    name: 'after-response fails',
    path: '/after-fails',
    after: `bru.setEnvVar('kept', 'yes'); test('first', () => {}); throw new Error('broken');`,
    tests: `test('still runs', () => expect(bru.getEnvVar('kept')).to.equal('yes'));`,
    assertions: [['res.status', 'eq', '200']],
  },
  {
    name: 'tests fail',
    path: '/tests-fail',
    tests: `test('first', () => {}); nothing.here(); test('never', () => {});`,
  },
  { name: 'kept after a failure', path: '/kept/{{kept}}', tests: `bru.deleteEnvVar('kept');` },
  {
    name: 'before-request fails',
    path: '/never',
    before: `throw new Error('not sent');`,
    tests: `test('never', () => {});`,
  },
  { name: 'skipped', path: '/never', before: `bru.runner.skipRequest();` },
  {
    name: 'runner',
    path: '/runner',
    before: wrapInTests(
      'runner',
      `expect(bru.runner.iterationIndex).to.equal(0); expect(bru.runner.totalIterations).to.equal(1)`,
      `expect(bru.runner.iterationData.get('city')).to.equal('Lima'); expect(bru.runner.iterationData.has('n')).to.be.true`,
      `expect(bru.runner.iterationData.get()).to.eql({ city: 'Lima', n: 7 }); expect(JSON.parse(bru.runner.iterationData.stringify())).to.eql({ city: 'Lima', n: 7 })`,
    ),
  },
  { name: 'row', path: '/row/{{city}}/{{n}}' },
  { name: 'jumps', path: '/jumps', after: `bru.setNextRequest('landing');` },
  { name: 'passed over', path: '/passed-over' },
  { name: 'landing', path: '/landing', after: `bru.runner.setNextRequest('stops');` },
  { name: 'passed over too', path: '/passed-over' },
  { name: 'stops', path: '/stops', after: `bru.runner.stopExecution();` },
  { name: 'after the end', path: '/end' },
];
