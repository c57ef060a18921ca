import { createCheckItem, type PostmanItem, wrapInTest } from './requests.js';

/** Items whose scripts read and check a response. */
export const responseItems: readonly PostmanItem[] = [
  createCheckItem(
    'status',
    '/status/201',
    `pm.response.to.have.status(201)`,
    `pm.response.to.have.status('Created')`,
    `pm.response.to.be.success`,
    `pm.response.to.not.be.error`,
    `pm.expect(pm.response.code).to.be.oneOf([201, 202])`,
    `pm.expect(pm.response.reason()).to.equal('Created')`,
    `pm.expect(pm.response.status).to.equal('Created')`,
    `pm.response.to.have.status(200)`,
    `pm.response.to.have.statusCode(201)`,
    `pm.response.to.have.statusReason('Created')`,
    `pm.response.to.have.statusCodeClass(2)`,
  ),
  createCheckItem(
    'ok',
    '/ok',
    `pm.response.to.be.ok`,
    `pm.response.to.not.be.notFound`,
    `pm.expect('x').to.be.ok`,
    `pm.response.to.be.accepted`,
    `pm.expect(JSON.parse(pm.response.stream.toString()).name).to.equal('Ann')`,
    `pm.expect(atob(pm.response.stream.toString('base64'))).to.equal(pm.response.text())`,
    `pm.expect(pm.response.stream.toString('hex')).to.match(/^7b22/)`,
    `pm.expect(pm.response.stream.slice(0, 2).length).to.equal(2)`,
  ),
  createCheckItem(
    'not found',
    '/status/404',
    `pm.response.to.be.notFound`,
    `pm.response.to.be.clientError`,
    `pm.response.to.be.error`,
    `pm.response.to.be.ok`,
    `pm.response.to.be.serverError`,
  ),
  createCheckItem(
    'other classes',
    '/status/503',
    `pm.response.to.be.serverError`,
    `pm.response.to.be.info`,
    `pm.response.to.be.redirection`,
    `pm.response.to.be.unauthorized`,
    `pm.response.to.be.forbidden`,
    `pm.response.to.be.badRequest`,
    `pm.response.to.be.rateLimited`,
  ),
  createCheckItem(
    'response headers',
    '/',
    `pm.response.to.have.header('X-Reply')`,
    `pm.response.to.have.header('x-reply', 'yes')`,
    `pm.response.to.have.header('X-Reply', 'no')`,
    `pm.response.to.not.have.header('X-None')`,
    `pm.expect(pm.response.headers.get('X-REPLY')).to.equal('yes')`,
    `pm.expect(pm.response.headers.has('x-reply')).to.be.true`,
    `pm.expect(pm.response.headers.toObject()).to.have.property('x-reply')`,
    `pm.expect(pm.response.headers.find((one) => one.key.toLowerCase() === 'x-reply').value).to.equal('yes')`,
    `pm.expect(pm.response.headers.filter((one) => /reply/i.test(one.key)).length).to.equal(1)`,
  ),
  createCheckItem(
    'json',
    '/json',
    `pm.response.to.be.json`,
    `pm.response.to.have.jsonBody()`,
    `pm.response.to.have.jsonBody('list[1].a', 2)`,
    `pm.response.to.have.jsonBody('list[1].b')`,
    `pm.response.to.have.jsonBody('name', 'other')`,
    `pm.expect(pm.response.json().list).to.have.lengthOf(2)`,
    `pm.expect(pm.response.json()).to.have.nested.property('list[0].a', 1)`,
    `pm.expect(pm.response.json().name).to.be.a('string').and.include('n')`,
    `pm.expect(pm.response.json((key, value) => key === 'a' ? value * 2 : value).list[0].a).to.equal(2)`,
    `pm.response.to.have.body({ name: 'Ann', list: [{ a: 1 }, { a: 2 }], none: null })`,
  ),
  createCheckItem(
    'text',
    '/text',
    `pm.expect(pm.response.text()).to.include('plain')`,
    `pm.response.to.have.body('plain text')`,
    `pm.response.to.have.body(/^plain/)`,
    `pm.response.to.be.withBody`,
    `pm.response.to.be.json`,
    `pm.response.json()`,
    `pm.response.to.have.body('else')`,
    `pm.expect(pm.response.contentInfo().mimeType).to.equal('text')`,
  ),
  createCheckItem(
    'empty',
    '/status/204',
    `pm.response.to.be.withoutContent`,
    `pm.response.to.be.withBody`,
    `pm.response.to.have.status(204)`,
    `pm.expect(pm.response.text()).to.equal('')`,
  ),
  createCheckItem(
    'schema',
    '/json',
    `pm.response.to.have.jsonSchema({ type: 'object', required: ['name'], properties: { name: { type: 'string' } } })`,
    `pm.response.to.have.jsonSchema({ type: 'object', required: ['nope'] })`,
    `pm.expect({ a: 1 }).to.have.jsonSchema({ properties: { a: { type: 'number' } } })`,
  ),
  createCheckItem(
    'time and size',
    '/json',
    `pm.expect(pm.response.responseTime).to.be.a('number').and.be.below(60000)`,
    `pm.expect(pm.response.responseSize).to.be.above(10)`,
    `pm.expect(pm.response.size().body).to.equal(pm.response.responseSize)`,
    `pm.response.to.have.responseTime.below(60000)`,
    `pm.response.to.have.responseTime.above(60000)`,
  ),
  createCheckItem(
    'cookies',
    '/cookie',
    `pm.expect(pm.cookies.has('sid')).to.be.true`,
    `pm.expect(pm.cookies.get('sid')).to.equal('abc')`,
    `pm.expect(pm.cookies.toObject()).to.have.property('sid', 'abc')`,
    `pm.expect(pm.cookies.get('none')).to.equal(undefined)`,
  ),
  createCheckItem(
    'cookies later',
    '/again',
    `pm.expect(pm.cookies.toObject()).to.eql({sid:'abc'})`,
    `pm.expect(pm.cookies.get('sid')).to.equal('abc')`,
  ),
];

/** Items with assertions, kinds of tests, timers, the interface before `pm`, and libraries. */
export const otherItems: readonly PostmanItem[] = [
  createCheckItem(
    'expect',
    '/',
    `pm.expect([1, 2]).to.eql([1, 2])`,
    `pm.expect({ a: { b: 1 } }).to.deep.equal({ a: { b: 1 } })`,
    `pm.expect([3, 1]).to.have.members([1, 3])`,
    `pm.expect(null).to.be.null`,
    `pm.expect(undefined).to.be.undefined`,
    `pm.expect('').to.be.empty`,
    `pm.expect(() => { throw new Error('no') }).to.throw('no')`,
    `pm.expect(1).to.equal('1')`,
    `pm.expect({ a: 1 }).to.have.all.keys('a', 'b')`,
    `pm.expect(5).to.be.closeTo(5.1, 0.2)`,
    `pm.expect.fail('on purpose')`,
    `throw new TypeError('own')`,
  ),
  {
    name: 'kinds of tests',
    tests: `
pm.test('done', (done) => { setTimeout(() => { done(); }, 5); });
pm.test('done with an error', (done) => { setTimeout(() => { done(new Error('late')); }, 10); });
pm.test.skip('skipped', () => { throw new Error('never'); });
pm.test('without a function');
pm.test('chained', () => {}).test('and again', () => { pm.expect(pm.test.index()).to.be.above(3); });`,
  },
  {
    name: 'info',
    before: wrapInTest('prerequest', `pm.expect(pm.info.eventName).to.equal('prerequest')`),
    tests: [
      wrapInTest('test', `pm.expect(pm.info.eventName).to.equal('test')`),
      wrapInTest(
        'names',
        `pm.expect(pm.info.requestName).to.equal('info'); pm.expect(pm.info.requestId).to.be.a('string')`,
      ),
      wrapInTest('iteration', `pm.expect([pm.info.iteration, pm.info.iterationCount]).to.eql([0, 1])`),
    ].join('\n'),
  },
  {
    name: 'timers',
    tests: `
let ticks = 0;
const timer = setInterval(() => { ticks += 1; if (ticks === 3) { clearInterval(timer); pm.test('ticked', () => pm.expect(ticks).to.equal(3)); } }, 2);
setImmediate(() => pm.test('soon', () => {}));
const never = setTimeout(() => pm.test('never', () => {}), 5); clearTimeout(never);`,
  },
  {
    name: 'legacy tests',
    path: '/json',
    tests: `
tests['code'] = responseCode.code === 200;
tests['name'] = responseCode.name === 'OK';
tests['body'] = JSON.parse(responseBody).name === 'Ann';
tests['header'] = postman.getResponseHeader('X-Reply') === 'yes';
tests['headers'] = Object.keys(responseHeaders).some(function (name) { return name.toLowerCase() === 'x-reply'; });
tests['time'] = responseTime < 60000;
tests['fails'] = responseBody.has === true;
tests['iteration'] = iteration === 0 && data.city === 'Lima';
tests['request'] = request.method === 'GET' && request.name === 'legacy tests';`,
  },
  {
    name: 'legacy variables',
    path: '/legacy/{{old}}',
    before: `
postman.setEnvironmentVariable('old', 5); postman.setGlobalVariable('oldGlobal', 'g');
tests['environment'] = environment.fixed === 'from the environment' && postman.getEnvironmentVariable('old') === '5';
tests['global'] = postman.getGlobalVariable('oldGlobal') === 'g';
postman.clearGlobalVariable('oldGlobal');
tests['cleared'] = postman.getGlobalVariable('oldGlobal') === undefined;`,
    tests: `postman.clearEnvironmentVariable('old'); tests.gone = !pm.environment.has('old');`,
  },
  {
    name: 'sloppy scripts',
    tests: `
undeclared = [1, 2, 3];
var _ = require('lodash');
pm.test('undeclared', function () { pm.expect(undeclared.length).to.equal(3); });
pm.test('declared again', function () { pm.expect(_.sum(undeclared)).to.equal(6); });
return;
pm.test('never', function () {});`,
  },
  createCheckItem(
    'lodash',
    '/',
    `pm.expect(require('lodash').groupBy(['one', 'two', 'three'], 'length')).to.eql({ 3: ['one', 'two'], 5: ['three'] })`,
    `pm.expect(_.map([1, 2], (n) => n + 1)).to.eql([2, 3])`,
  ),
  createCheckItem(
    'crypto-js',
    '/',
    `pm.expect(CryptoJS.SHA256('a').toString()).to.equal('ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb')`,
    `pm.expect(require('crypto-js').HmacSHA256('a', 'k').toString(require('crypto-js').enc.Hex)).to.have.lengthOf(64)`,
    `const c = require('crypto-js'); pm.expect(c.AES.decrypt(c.AES.encrypt('text', 'key').toString(), 'key').toString(c.enc.Utf8)).to.equal('text')`,
    `pm.expect(CryptoJS.enc.Base64.stringify(CryptoJS.enc.Utf8.parse('ab'))).to.equal('YWI=')`,
  ),
  createCheckItem(
    'other libraries',
    '/',
    `pm.expect(require('uuid').v4()).to.match(/^[0-9a-f-]{36}$/)`,
    `pm.expect(require('moment')('2020-03-04').add(1, 'day').format('YYYY-MM-DD')).to.equal('2020-03-05')`,
    `const Ajv = require('ajv'); pm.expect(new Ajv().validate({ type: 'number' }, 'x')).to.be.false`,
    `pm.expect(tv4.validate({ a: 1 }, { type: 'object' })).to.be.true`,
    `pm.expect(require('tv4').validate(1, { type: 'string' })).to.be.false`,
    `require('chai').assert.equal(1, 1)`,
    `pm.expect(Buffer.from('ab').toString('base64') + btoa('ab') + atob('YWI=')).to.equal('YWI=YWI=ab')`,
    `require('no-such-library')`,
  ),
  createCheckItem(
    'HTML',
    '/',
    `const $ = require('cheerio').load('<title>Hello</title><input name="csrf" value="t-1">'); pm.expect([$('title').text(), $('input[name=csrf]').val()]).to.eql(['Hello', 't-1'])`,
    `pm.expect(cheerio.load('<a href="/x">y</a>')('a').attr('href')).to.eql('/x')`,
  ),
  createCheckItem(
    'modules of Node',
    '/',
    `pm.expect(require('querystring').stringify({ a: 1, b: 'x y' })).to.eql('a=1&b=x%20y'); pm.expect(require('querystring').parse('a=1&a=2').a).to.eql(['1', '2'])`,
    `pm.expect(require('url').parse('http://h:1/p?q=1').pathname).to.eql('/p')`,
    `require('assert').deepStrictEqual({ a: 1 }, { a: 1 })`,
    `require('assert').strictEqual(1, 2)`,
    `pm.expect(require('util').format('%s-%d', 'a', 1)).to.eql('a-1'); pm.expect(require('util').inspect({ a: 1 })).to.eql('{ a: 1 }')`,
    `pm.expect(require('path').join('a', '../b')).to.eql('b')`,
    `const E = require('events'); const e = new E(); let n = 0; e.on('x', () => n++); e.emit('x'); pm.expect(n).to.eql(1)`,
    `pm.expect(require('punycode').toASCII('münchen.de')).to.eql('xn--mnchen-3ya.de')`,
    `pm.expect(require('atob')('YQ==') + require('btoa')('a')).to.eql('aYQ==')`,
  ),
  {
    name: 'each script counts its tests',
    before: `pm.test('before', () => {});`,
    tests: `pm.test('one ' + pm.test.index(), () => {}); pm.test('two ' + pm.test.index(), () => {});`,
  },
  {
    name: 'throws after a test',
    path: '/json',
    before: `pm.test('first', () => {}); pm.environment.set('beforeIt', 'kept'); JSON.parse('<html>'); pm.test('never', () => {});`,
    tests: `pm.test('is kept', () => pm.expect(pm.environment.get('beforeIt')).to.eql('kept'));
tests['older'] = true; pm.environment.set('beforeIt', 'by the test script'); pm.response.json().data.items; pm.test('never', () => {});`,
  },
  createCheckItem(
    'after a test script threw',
    '/threw/{{beforeIt}}',
    `pm.expect(pm.environment.get('beforeIt')).to.eql('by the test script'); pm.environment.unset('beforeIt')`,
  ),
  createCheckItem(
    'XML',
    '/',
    `pm.expect(xml2Json('<a x="1"><b>2</b><b>3</b></a>')).to.eql({ a: { $: { x: '1' }, b: ['2', '3'] } })`,
    `require('xml2js').parseString('<a>1</a>', (error, result) => pm.expect(result).to.eql({ a: '1' }))`,
  ),
  createCheckItem(
    'rows of CSV',
    '/',
    `pm.expect(require('csv-parse/lib/sync')('a,b\\n1,2', { columns: true })).to.eql([{ a: '1', b: '2' }])`,
  ),
  { name: 'to the last', tests: `pm.execution.setNextRequest('last');` },
  { name: 'passed over', tests: wrapInTest('never', '') },
  { name: 'last', tests: `pm.test('end', () => {}); postman.setNextRequest(null);` },
  { name: 'after the last', tests: wrapInTest('never', '') },
];
