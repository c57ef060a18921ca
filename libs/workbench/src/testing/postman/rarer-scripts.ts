import { createCheckItem, type PostmanItem, wrapInTest } from './requests.js';

/** Scripts with libraries, older functions and forms of requests that fewer collections use. */
export const rarerScripts: readonly PostmanItem[] = [
  createCheckItem(
    'rarer lodash',
    '/json',
    `pm.expect(_.groupBy(pm.response.json().list, 'a')).to.have.keys('1', '2'); pm.expect(_.sortBy([3, 1, 2])).to.eql([1, 2, 3])`,
    `pm.expect(_.merge({ a: { b: 1 } }, { a: { c: 2 } })).to.eql({ a: { b: 1, c: 2 } }); pm.expect(_.omit({ a: 1, b: 2 }, 'a')).to.eql({ b: 2 })`,
    `pm.expect(_.difference([1, 2], [2])).to.eql([1]); pm.expect(_.intersection([1, 2], [2])).to.eql([2]); pm.expect(_.union([1], [2])).to.eql([1, 2])`,
    `pm.expect(_.isEmpty({})).to.be.true; pm.expect(_.has({ a: { b: 1 } }, 'a.b')).to.be.true`,
    `pm.expect(_.times(3, (n) => n * 2)).to.eql([0, 2, 4]); pm.expect(_.range(3)).to.eql([0, 1, 2]); pm.expect(_.zipObject(['a'], [1])).to.eql({ a: 1 })`,
    `pm.expect(_.cloneDeep(pm.response.json())).to.eql(pm.response.json()); pm.expect(_.every([1, 2], _.isNumber)).to.be.true; pm.expect(_.startCase('a b')).to.equal('A B')`,
    `pm.expect(_.set({}, 'a.b', 1)).to.eql({ a: { b: 1 } }); pm.expect(_.countBy(['a', 'b', 'a'])).to.eql({ a: 2, b: 1 })`,
  ),
  createCheckItem(
    'rarer ajv and tv4',
    '/json',
    `const Ajv = require('ajv'); const ajv = new Ajv({ logger: console }); pm.expect(ajv.validate({ type: 'object', required: ['name'] }, pm.response.json()), JSON.stringify(ajv.errors)).to.be.true`,
    `const Ajv = require('ajv'); const ajv = new Ajv(); ajv.addSchema({ $id: 'one', type: 'number' }); pm.expect(ajv.validate({ type: 'array', items: { $ref: 'one' } }, ['x'])).to.be.false; pm.expect(ajv.errors[0].dataPath).to.equal('[0]')`,
    `pm.expect(tv4.validate(pm.response.json(), { type: 'array' })).to.be.false; pm.expect(tv4.error.message).to.be.a('string'); pm.expect(tv4.error.code).to.equal(0)`,
    `pm.expect(tv4.validateMultiple({ a: 'x', b: 'y' }, { properties: { a: { type: 'number' }, b: { type: 'number' } } }).errors).to.have.lengthOf(2); pm.expect(tv4.validateResult(1, { type: 'number' }).valid).to.be.true`,
    `tv4.addSchema('http://h.example/s', { type: 'string' }); pm.expect(tv4.validate('a', { $ref: 'http://h.example/s' })).to.be.true; pm.expect(tv4.missing).to.eql([])`,
    `pm.response.to.have.jsonSchema({ type: 'object', properties: { list: { items: { properties: { a: { minimum: 2 } } } } } })`,
    `pm.expect(pm.response.json()).to.have.jsonSchema({ type: 'object' })`,
  ),
  createCheckItem(
    'rarer cheerio and XML',
    '/',
    `const $ = cheerio.load('<ul><li class="a">x</li><li>y</li></ul>'); pm.expect($('li').length).to.equal(2); pm.expect($('.a').text()).to.equal('x'); pm.expect($('li').map((i, one) => $(one).text()).get()).to.eql(['x', 'y'])`,
    `const $ = cheerio.load('<form><input name="csrf" value="t"></form>'); pm.expect($('input[name=csrf]').val()).to.equal('t'); pm.expect($('input').attr('value')).to.equal('t')`,
    `const $ = require('cheerio').load('<a><b>1</b></a>', { xmlMode: true }); pm.expect($('b').first().text()).to.equal('1'); pm.expect($.xml()).to.equal('<a><b>1</b></a>')`,
    `let found; require('xml2js').parseString('<r a="1"><i>x</i></r>', { explicitArray: false }, (error, result) => { found = result; }); pm.expect(found).to.eql({ r: { $: { a: '1' }, i: 'x' } })`,
    `const { parseString } = require('xml2js'); parseString('<r', (error) => { pm.expect(error).to.be.an('error'); })`,
    `pm.expect(new (require('xml2js').Builder)({ headless: true, renderOpts: { pretty: false } }).buildObject({ r: { i: [1, 2] } })).to.equal('<r><i>1</i><i>2</i></r>')`,
    `pm.expect(xml2Json('<soap:Envelope xmlns:soap="u"><soap:Body><v>7</v></soap:Body></soap:Envelope>')['soap:Envelope']['soap:Body'].v).to.equal('7')`,
  ),
  createCheckItem(
    'rarer CryptoJS',
    '/',
    `pm.expect(CryptoJS.SHA1('a').toString()).to.equal(CryptoJS.SHA1('a').toString(CryptoJS.enc.Hex)); pm.expect(CryptoJS.SHA512('a').toString()).to.have.lengthOf(128); pm.expect(CryptoJS.SHA3('a').toString()).to.have.lengthOf(128)`,
    `const key = CryptoJS.enc.Utf8.parse('0123456789abcdef'); const made = CryptoJS.AES.encrypt('text', key, { iv: key, mode: CryptoJS.mode.CBC, padding: CryptoJS.pad.Pkcs7 }); pm.expect(CryptoJS.AES.decrypt(made.toString(), key, { iv: key }).toString(CryptoJS.enc.Utf8)).to.equal('text')`,
    `const key = CryptoJS.enc.Utf8.parse('0123456789abcdef'); pm.test(CryptoJS.AES.encrypt('text', key, { mode: CryptoJS.mode.ECB }).toString(), () => {})`,
    `pm.expect(CryptoJS.enc.Base64.parse('YQ==').toString(CryptoJS.enc.Utf8)).to.equal('a'); pm.expect(CryptoJS.enc.Latin1.parse('é').toString()).to.equal('e9'); pm.expect(CryptoJS.lib.WordArray.random(8).sigBytes).to.equal(8)`,
    `pm.test(CryptoJS.PBKDF2('a', 'salt', { keySize: 4, iterations: 10 }).toString(), () => {}); pm.test(CryptoJS.RIPEMD160('a').toString(), () => {}); pm.test(CryptoJS.HmacSHA512('a', 'k').toString(CryptoJS.enc.Base64), () => {})`,
    `pm.expect(CryptoJS.DES.decrypt(CryptoJS.DES.encrypt('a', 'k').toString(), 'k').toString(CryptoJS.enc.Utf8)).to.equal('a'); const hash = CryptoJS.algo.SHA256.create(); hash.update('a'); pm.expect(hash.finalize().toString()).to.equal(CryptoJS.SHA256('a').toString())`,
  ),
  createCheckItem(
    'rarer moment and uuid',
    '/',
    `const moment = require('moment'); pm.expect(moment.utc('2026-03-04T05:06:07Z').format('dddd, MMMM Do YYYY, h:mm:ss a')).to.equal('Wednesday, March 4th 2026, 5:06:07 am'); pm.expect(moment('x').isValid()).to.be.false`,
    `const moment = require('moment'); pm.expect(moment.duration(90, 'minutes').asHours()).to.equal(1.5); pm.expect(moment('2026-01-31').diff('2026-01-01', 'days')).to.equal(30); pm.expect(moment('01-02-2026', 'DD-MM-YYYY').month()).to.equal(1)`,
    `pm.expect(require('moment')('2026-01-01').isSame('2026-06-01', 'year')).to.be.true; pm.expect(require('moment').unix(0).utc().toISOString()).to.equal('1970-01-01T00:00:00.000Z')`,
    `const uuid = require('uuid'); pm.expect(uuid.v4()).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4/); pm.expect(uuid.v4()).to.not.equal(uuid.v4())`,
    `const parse = require('csv-parse/lib/sync'); pm.expect(parse('a,b\\n1,"x,y"', { columns: true })).to.eql([{ a: '1', b: 'x,y' }]); pm.expect(parse('1;2', { delimiter: ';' })).to.eql([['1', '2']])`,
    `pm.expect(require('util').inspect({ a: [1] })).to.equal('{ a: [ 1 ] }'); pm.expect(require('url').parse('http://h:1/p?q=1').pathname).to.equal('/p'); pm.expect(require('querystring').parse('a=1&a=2')).to.deep.equal({ a: ['1', '2'] })`,
    `pm.expect(require('path').join('a', '..', 'b')).to.equal('b'); pm.expect(require('punycode').toASCII('mañana.com')).to.equal('xn--maana-pta.com'); require('assert').strictEqual(1, 1)`,
    `const E = require('events'); const e = new E(); let seen = 0; e.on('x', (n) => { seen += n; }); e.emit('x', 2); pm.expect(seen).to.equal(2)`,
  ),
  createCheckItem(
    'rarer chai',
    '/json',
    `pm.expect(pm.response).to.have.property('code').that.is.within(200, 204); pm.expect({ a: 1 }).to.own.include({ a: 1 })`,
    `pm.expect([1, 2, 3]).to.have.ordered.members([1, 2, 3]); pm.expect([{ a: 1 }]).to.deep.include({ a: 1 }); pm.expect('abc').to.match(/b/).and.to.have.string('c')`,
    `pm.expect({ a: 1 }).to.have.keys(['a']); pm.expect({ a: 1, b: 2 }).to.contain.keys('a'); pm.expect([1]).to.have.length.above(0); pm.expect(1.5).to.be.closeTo(1, 0.6)`,
    `pm.expect(() => { throw new Error('x y'); }).to.throw(/x/); pm.expect(function () {}).to.not.throw(); pm.expect({ f() {} }).to.respondTo('f')`,
    `pm.expect(pm.response.json()).to.nested.include({ 'list[0].a': 1 }); pm.expect(null).to.not.exist; pm.expect('').to.be.a('string').that.is.empty; pm.expect(-0).to.equal(0)`,
    `pm.expect(new Date(0)).to.be.a('date'); pm.expect(Symbol.iterator).to.be.a('symbol'); pm.expect(Object.freeze({})).to.be.frozen; pm.expect([1, 2]).to.be.an('array').that.includes(3)`,
    `let n = 1; pm.expect(() => { n += 1; }).to.change(() => n).by(1); pm.expect([1, 2, 3].sort()).to.be.deep.equal([1, 2, 3])`,
    `const chai = require('chai'); chai.expect(1).to.equal(1); chai.assert.isOk(true); chai.assert.lengthOf([1], 1)`,
    `pm.expect(pm.response.json().name).to.be.oneOf(['Bob', 'Eve'], 'the name')`,
    `pm.expect.fail('on purpose')`,
  ),
  createCheckItem(
    'rarer responses',
    '/json',
    `pm.response.to.be.success; pm.response.to.not.be.redirection; pm.response.to.not.be.clientError; pm.response.to.be.withBody`,
    `pm.response.to.have.header('x-reply', 'yes'); pm.response.to.have.jsonBody('list[0].a', 1); pm.response.to.have.jsonBody({ name: 'Ann', list: [{ a: 1 }, { a: 2 }], none: null })`,
    `pm.response.to.have.body(/Ann/); pm.response.to.have.body('other')`,
    `pm.expect(pm.response.headers.has('X-Reply')).to.be.true; pm.expect(pm.response.headers.one('x-reply').value).to.equal('yes'); pm.expect(pm.response.headers.find((h) => h.value === 'yes').key.toLowerCase()).to.equal('x-reply')`,
    `pm.expect(pm.response.headers.filter((h) => h.key === 'Nope')).to.have.lengthOf(0); pm.expect(pm.response.headers.map((h) => h.key.toLowerCase())).to.include('content-type'); pm.expect(pm.response.headers.toObject()).to.be.an('object')`,
    `pm.response.to.have.responseTime.below(60000)`,
    `pm.expect(pm.response.json((key, value) => (key === 'a' ? value * 10 : value)).list[1].a).to.equal(20); pm.expect(pm.response.reason()).to.equal('OK')`,
    `pm.response.to.be.notFound`,
    `pm.response.to.have.statusCodeClass(2)`,
    `pm.response.to.be.accepted`,
  ),
  createCheckItem(
    'rarer info and rows',
    '/json',
    `pm.expect(pm.info.iterationCount).to.equal(1); pm.expect(pm.info.requestId).to.be.a('string'); pm.expect(pm.info.eventName).to.equal('test')`,
    `pm.expect(pm.iterationData.toObject()).to.eql({ city: 'Lima', n: 7 }); pm.expect(pm.iterationData.has('city')).to.be.true; pm.expect(pm.iterationData.get('nope')).to.equal(undefined)`,
    `pm.expect(data.city).to.equal('Lima'); pm.expect(data['n']).to.equal(7); pm.expect(iteration).to.equal(0); pm.expect(pm.variables.get('city')).to.equal('Lima')`,
    `pm.expect(JSON.stringify(pm.iterationData)).to.be.a('string'); pm.expect(pm.iterationData.replaceIn('{{city}}')).to.equal('Lima')`,
    `pm.expect(pm.environment.name).to.equal('Place'); pm.expect(pm.environment.replaceIn('{{fixed}}')).to.equal('from the environment'); pm.expect(pm.environment.toObject()).to.have.property('fixed')`,
    `pm.expect(pm.collectionVariables.replaceIn('{{only}} {{nope}}')).to.equal('collection {{nope}}'); pm.expect(pm.globals.get('nope')).to.equal(undefined)`,
  ),
  {
    name: 'rarer visualizer',
    path: '/json',
    tests: [
      `pm.visualizer.set('<b>{{name}}</b>{{#each list}}<i>{{a}}</i>{{/each}}', pm.response.json(), { noEscape: true });`,
      wrapInTest('shown', `pm.visualizer.set('<p/>'); pm.visualizer.clear()`),
      wrapInTest('not a text', `pm.visualizer.set({})`),
    ].join('\n'),
  },
  {
    name: 'rarer older functions',
    path: '/json',
    before: `postman.setGlobalVariable('older', 'x'); postman.setEnvironmentVariable('olderToo', [1]);`,
    tests: `
tests['time'] = responseTime < 60000; tests['code name'] = responseCode.name === 'OK'; tests['detail'] = responseCode.detail !== undefined;
tests['body has'] = responseBody.has('Ann'); tests['header'] = responseHeaders['X-Reply'] === 'yes' || responseHeaders.hasOwnProperty('Content-Type');
tests['method'] = request.method === 'GET'; tests['url'] = request.url.indexOf('/json') > 0; tests['name'] = request.name === 'rarer older functions';
tests['environment'] = environment['olderToo'] === '1'; tests['global'] = globals['older'] === 'x'; tests['a text'] = 'text'; tests['zero'] = 0; tests['none'] = null;
for (const one of JSON.parse(responseBody).list) tests['a of ' + one.a] = one.a > 1;
postman.clearGlobalVariable('older'); postman.clearEnvironmentVariable('olderToo'); tests['cookie'] = postman.getResponseCookie('nope') === undefined;`,
  },
  {
    name: 'rarer requests with callbacks',
    tests: `
const base = pm.variables.get('base'); const seen = (name) => (error, response) => pm.test(name, () => pm.expect([error, response && response.code]).to.eql([null, 200]));
pm.sendRequest({ url: base + '/r/form', method: 'POST', body: { mode: 'urlencoded', urlencoded: [{ key: 'a', value: 'x y' }, { key: 'b', value: '2' }, { key: 'off', value: '3', disabled: true }] } }, (e, r) => { seen('form')(e, r);
pm.sendRequest({ url: base + '/r/parts', method: 'PUT', body: { mode: 'formdata', formdata: [{ key: 'a', value: '1' }] } }, (e, r) => { seen('parts')(e, r);
pm.sendRequest({ url: base + '/r/query', method: 'POST', body: { mode: 'graphql', graphql: { query: '{ a }', variables: '{"b":1}' } } }, (e, r) => { seen('graphql')(e, r);
pm.sendRequest({ url: base + '/r/head', method: 'GET', header: { 'X-A': '1', 'X-B': '2' } }, (e, r) => { seen('object of headers')(e, r);
pm.sendRequest({ url: base + '/r/list', header: [{ key: 'X-A', value: '{{fixed}}' }, 'X-B: 2'] }, (e, r) => { seen('list of headers')(e, r);
pm.sendRequest({ url: { protocol: 'http', host: ['127', '0', '0', '1'], port: base.split(':')[2], path: ['r', 'parts-of-a-url'], query: [{ key: 'q', value: '1' }] } }, (e, r) => { seen('url')(e, r);
pm.sendRequest({ url: base + '/r/auth', auth: { type: 'basic', basic: [{ key: 'username', value: 'a' }, { key: 'password', value: 'b' }] } }, (e, r) => { seen('auth')(e, r);
pm.sendRequest({ url: base + '/status/503' }, (e, r) => { pm.test('bad ' + r.code + ' ' + r.status, () => pm.expect(r.json().name).to.equal('Ann'));
pm.sendRequest('http://127.0.0.1:1/refused', (e, r) => { pm.test('refused', () => { pm.expect(e).to.have.property('code', 'ECONNREFUSED'); pm.expect(r).to.not.be.ok; }); }); }); }); }); }); }); }); }); });`,
  },
  {
    name: 'rarer token kept by a request',
    path: '/token/{{tokenOf}}',
    headers: [['X-At', '{{at}}']],
    before: `
const at = pm.collectionVariables.get('tokenAt');
if (!at || new Date() - new Date(at) > 3600000) pm.sendRequest({ url: pm.environment.get('base') || pm.collectionVariables.get('base') + '/login', method: 'POST', header: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: { mode: 'urlencoded', urlencoded: [{ key: 'grant_type', value: 'client_credentials' }] } }, (error, response) => { pm.collectionVariables.set('tokenOf', response.json().name); pm.collectionVariables.set('tokenAt', '2026-01-01'); pm.variables.set('at', 'now'); });`,
    tests: `pm.test('kept ' + pm.collectionVariables.get('tokenOf'), () => {}); ['tokenOf', 'tokenAt'].forEach((one) => pm.collectionVariables.unset(one));`,
  },
  {
    name: 'rarer changes of a request',
    method: 'POST',
    path: '/changes?old=1',
    headers: [
      ['X-Old', '1'],
      ['Content-Type', 'application/json'],
    ],
    body: { mode: 'raw', raw: '{"a": 1}', options: { raw: { language: 'json' } } },
    before: `
pm.request.headers.upsert({ key: 'X-New', value: pm.variables.replaceIn('{{fixed}}') }); pm.request.headers.remove((header) => header.key === 'X-Old');
pm.request.url.query.add({ key: 'new', value: 'a b' }); pm.request.url.query.remove('old'); pm.request.url.path.push('more');
pm.request.body.update(JSON.stringify({ ...JSON.parse(pm.request.body.raw), b: '{{n}}' })); pm.request.method = 'PATCH';
pm.test(pm.request.url.getPathWithQuery() + ' ' + pm.request.url.getRemote(), () => {});
pm.test(JSON.stringify(pm.request.body) + ' ' + pm.request.body.mode, () => {});`,
    tests: `pm.test(pm.request.method + ' ' + pm.request.body.raw + ' ' + pm.request.url.getPath() + ' ' + pm.request.url.getQueryString(), () => {});`,
  },
  {
    name: 'rarer tests',
    path: '/json',
    tests: `
pm.test('returns nothing'); pm.test('a', () => {}).test('b', () => {}); pm.test('', () => {}); pm.test(7, () => {}); pm.test('same', () => {}); pm.test('same', () => {});
pm.test('done late', (done) => setTimeout(done, 2)); pm.test('done with an error', (done) => { setTimeout(() => done(new Error('late')), 2); });
pm.test('throws a text', () => { throw 'text'; }); pm.test('returns false', () => false); pm.test.skip('skipped'); pm.test('nested', () => { pm.test('inner', () => {}); });
pm.test('index ' + pm.test.index(), () => {}); pm.expect(1).to.equal(1); setTimeout(() => pm.test('in a timer', () => {}), 3);`,
  },
  {
    name: 'rarer end',
    path: '/json',
    tests: `pm.test('before', () => {}); undefinedFunction(); pm.test('after', () => {});`,
  },
];
