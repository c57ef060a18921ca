import { createCheckItem, type PostmanItem, wrapInTest } from './requests.js';

/** Scripts like those in real collections: they read values, chain requests, loop, sign requests and check responses. */
export const everydayScripts: readonly PostmanItem[] = [
  createCheckItem(
    'chain a value',
    '/json',
    `const { name } = pm.response.json(); pm.environment.set('chained', name); pm.expect(pm.environment.get('chained')).to.equal('Ann')`,
  ),
  createCheckItem('use a chained value', '/chained/{{chained}}', `pm.environment.unset('chained')`),
  createCheckItem(
    'parse by hand',
    '/json',
    `var jsonData = JSON.parse(responseBody); pm.expect(jsonData.list.length).to.eql(2); pm.expect(jsonData['name']).to.eql('Ann')`,
  ),
  createCheckItem(
    'guard a missing key',
    '/json',
    `const body = pm.response.json(); pm.expect(body?.missing?.deep ?? 'none').to.equal('none'); pm.expect(_.get(body, 'list[0].a')).to.equal(1)`,
  ),
  createCheckItem(
    'check each item',
    '/json',
    `pm.response.json().list.forEach((one) => { pm.expect(one).to.have.property('a'); pm.expect(one.a).to.be.a('number'); })`,
    `pm.expect(_.map(pm.response.json().list, 'a')).to.include.members([2])`,
    `pm.expect(pm.response.json().list).to.be.an('array').and.to.have.length(2)`,
  ),
  createCheckItem(
    'compare sorted',
    '/json',
    `const a = pm.response.json().list.map((x) => x.a); pm.expect([...a].sort((x, y) => y - x)).to.eql([2, 1]); pm.expect(require('lodash').orderBy(a, [], ['desc'])).to.eql([2, 1])`,
  ),
  {
    name: 'expiring token',
    headers: [['X-Token', '{{cached}}']],
    before: `
const expires = pm.environment.get('cachedUntil');
if (!expires || Date.now() > Number(expires)) { pm.environment.set('cached', 'fresh'); pm.environment.set('cachedUntil', Date.now() + 60000); }`,
    tests: wrapInTest('is set', `pm.expect(pm.environment.get('cachedUntil')).to.be.a('number')`),
  },
  {
    name: 'token that is still good',
    headers: [['X-Token', '{{cached}}']],
    before: `if (Date.now() < pm.environment.get('cachedUntil')) pm.environment.set('cached', 'kept');`,
  },
  {
    name: 'token of a login',
    headers: [['Authorization', 'Bearer {{loginToken}}']],
    before: `
pm.sendRequest({ url: pm.variables.replaceIn('{{base}}/login'), method: 'POST', header: 'Content-Type: application/json', body: { mode: 'raw', raw: JSON.stringify({ user: 'a' }) } }, function (err, res) {
  if (err) { console.error(err); return; }
  pm.environment.set('loginToken', res.json().name);
});`,
  },
  {
    name: 'signed body',
    method: 'POST',
    headers: [['X-Signature', '{{signature}}']],
    body: { mode: 'raw', raw: '{"a":1}', options: { raw: { language: 'json' } } },
    before: `pm.variables.set('signature', CryptoJS.enc.Base64.stringify(CryptoJS.HmacSHA256(pm.request.body.raw, pm.environment.get('hidden'))));`,
  },
  {
    name: 'signed query',
    path: '/signed?b=2&a=1',
    before: `
const sorted = pm.request.url.query.all().map((one) => one.key + '=' + one.value).sort().join('&');
pm.request.headers.add({ key: 'X-Hash', value: CryptoJS.MD5(sorted).toString() });`,
  },
  {
    name: 'basic by hand',
    before: `pm.request.headers.add({ key: 'Authorization', value: 'Basic ' + btoa(['ann', pm.variables.get('hidden')].join(':')) });`,
  },
  {
    name: 'a date',
    path: '/dates/{{day}}',
    before: `const d = new Date(Date.UTC(2026, 0, 31)); d.setUTCMonth(d.getUTCMonth() + 1); pm.variables.set('day', d.toISOString().slice(0, 10));`,
  },
  {
    name: 'moments',
    path: '/moments/{{from}}/{{until}}',
    before: `const moment = require('moment'); const m = moment.utc('2026-05-17'); pm.variables.set('from', m.clone().startOf('month').format('YYYYMMDD')); pm.variables.set('until', m.endOf('month').unix());`,
  },
  {
    name: 'a random choice of one',
    path: '/chosen/{{choice}}',
    before: `pm.variables.set('choice', _.sample(['only'])); pm.test('in range', () => pm.expect(_.random(1, 3)).to.be.within(1, 3));`,
  },
  {
    name: 'an object as text',
    method: 'POST',
    body: { mode: 'raw', raw: '{{payload}}' },
    before: `pm.variables.set('payload', JSON.stringify({ items: [1, 2].map((id) => ({ id })), at: null }));`,
  },
  {
    name: 'a list in a body',
    method: 'POST',
    body: { mode: 'raw', raw: '{"ids": {{ids}}, "flag": {{flag}}, "none": {{none}}}' },
    before: `pm.variables.set('ids', JSON.stringify([1, 2])); pm.environment.set('flag', true); pm.environment.set('none', null);`,
    tests: `pm.environment.unset('flag'); pm.environment.unset('none');`,
  },
  {
    name: 'start a loop',
    before: `if (pm.environment.get('at') === undefined) pm.environment.set('at', 0);`,
    path: '/loop/{{at}}',
    tests: `
const at = pm.environment.get('at') + 1;
pm.environment.set('at', at);
pm.test('turn ' + at, () => pm.expect(at).to.be.below(4));
if (at < 3) postman.setNextRequest('start a loop'); else pm.environment.unset('at');`,
  },
  {
    name: 'a queue of names',
    path: '/queue/{{next}}',
    before: `
const queue = pm.environment.get('queue') || ['x', 'y'];
pm.environment.set('next', queue.shift());
pm.environment.set('queue', queue);`,
    tests: `
if (pm.environment.get('queue').length > 0) pm.execution.setNextRequest(pm.info.requestName);
else { pm.environment.unset('queue'); pm.environment.unset('next'); }`,
  },
  createCheckItem(
    'soft checks',
    '/json',
    `pm.expect(pm.response.code, 'the status').to.be.within(200, 299)`,
    `pm.expect(pm.response.headers.get('Content-Type')).to.match(/^application\\/json/)`,
    `pm.expect(pm.response.json()).to.deep.include({ name: 'Ann', none: null })`,
    `pm.expect(pm.response.json()).to.not.have.any.keys('error', 'errors')`,
    `pm.expect(pm.response.json().name).to.satisfy((name) => name.length === 3)`,
    `pm.expect(pm.response.json().list).to.deep.include.members([{ a: 2 }])`,
    `pm.expect(pm.response.json().name).to.equal('Bob')`,
  ),
  createCheckItem(
    'schemas with formats',
    '/json',
    `const schema = { type: 'object', properties: { name: { type: 'string', pattern: '^A' }, list: { type: 'array', minItems: 1, items: { type: 'object', required: ['a'] } } } }; pm.response.to.have.jsonSchema(schema); pm.expect(tv4.validate(pm.response.json(), schema), tv4.error).to.be.true`,
    `const Ajv = require('ajv'); const ajv = new Ajv({ allErrors: true }); const check = ajv.compile({ type: 'object', properties: { name: { type: 'integer' } } }); pm.expect(check(pm.response.json()), JSON.stringify(check.errors)).to.be.true`,
  ),
  createCheckItem(
    'branches by status',
    '/status/404',
    `if (pm.response.code === 200) { pm.expect.fail('found'); } else { pm.expect(pm.response.code).to.be.oneOf([401, 404]); }`,
    `pm.response.to.have.property('code', 404)`,
    `switch (pm.response.status) { case 'Not Found': break; default: throw new Error('other'); }`,
  ),
  createCheckItem(
    'errors that are caught',
    '/text',
    `try { pm.response.json(); pm.expect.fail('no error'); } catch (error) { pm.expect(error.name).to.match(/Error/); }`,
    `let parsed; try { parsed = JSON.parse(pm.response.text()); } catch (e) { parsed = null; } pm.expect(parsed).to.equal(null)`,
  ),
  createCheckItem(
    'headers in a loop',
    '/',
    `let found = false; pm.response.headers.each((header) => { if (header.key.toLowerCase() === 'x-reply') found = header.value; }); pm.expect(found).to.equal('yes')`,
    `pm.expect(pm.response.headers.idx(0)).to.have.property('key'); pm.expect(pm.response.headers.count()).to.be.above(1)`,
    `pm.expect(pm.response.headers.reduce((all, one) => all + 1, 0)).to.equal(pm.response.headers.count())`,
  ),
  createCheckItem(
    'lodash in use',
    '/json',
    `const body = pm.response.json(); pm.expect(_.find(body.list, { a: 2 })).to.eql({ a: 2 }); pm.expect(_.indexBy(body.list, 'a')['1']).to.eql({ a: 1 }); pm.expect(_.sum(body.list, 'a')).to.equal(3)`,
    `pm.expect(_.isEqual(_.pick(pm.response.json(), ['name']), { name: 'Ann' })).to.be.true; pm.expect(_.chunk([1, 2, 3], 2)).to.eql([[1, 2], [3]])`,
    `pm.expect(_.template('<%= a %>!')({ a: 'x' })).to.equal('x!'); pm.expect(_.kebabCase('aB c')).to.equal('a-b-c')`,
  ),
  createCheckItem(
    'the older lodash',
    '/json',
    `const { list } = pm.response.json(); pm.expect(_.pluck(list, 'a')).to.eql([1, 2]); pm.expect(_.contains(['x'], 'x')).to.be.true; pm.expect(_.where(list, { a: 2 })).to.eql([{ a: 2 }]); pm.expect(_.findWhere(list, { a: 1 })).to.eql({ a: 1 })`,
    `pm.expect(_.any([0, 1])).to.be.true; pm.expect(_.all([0, 1])).to.be.false; pm.expect(_.first([3, 4])).to.equal(3); pm.expect(_.rest([3, 4])).to.eql([4]); pm.expect(_.uniq([{ a: 1 }, { a: 1 }], 'a')).to.have.lengthOf(1)`,
    `pm.expect(_.max([{ a: 1 }, { a: 3 }], 'a')).to.eql({ a: 3 }); pm.expect(_.pairs({ a: 1 })).to.eql([['a', 1]]); pm.expect(_.object(['a'], [1])).to.eql({ a: 1 }); pm.expect(_.padLeft('7', 3, '0')).to.equal('007')`,
    `pm.expect(_(pm.response.json().list).pluck('a').map((n) => n * 2).value()).to.eql([2, 4]); pm.expect(_.chain([[1], [2]]).flatten().contains(2).value()).to.be.true`,
    `pm.expect(require('lodash').keyBy([{ a: 1 }], 'a')).to.eql({ 1: { a: 1 } })`,
  ),
  createCheckItem(
    'Buffer and encodings',
    '/',
    `pm.expect(Buffer.from('ä').toString('hex')).to.equal('c3a4'); pm.expect(Buffer.from('w6Q=', 'base64').toString('utf8')).to.equal('ä')`,
    `pm.expect(encodeURIComponent('a b&ä')).to.equal('a%20b%26%C3%A4'); pm.expect(decodeURIComponent('%7B')).to.equal('{')`,
    `pm.expect(JSON.parse(atob('eyJhIjoxfQ==')).a).to.equal(1)`,
  ),
  createCheckItem(
    'a JWT',
    '/',
    `const part = (value) => CryptoJS.enc.Base64.stringify(CryptoJS.enc.Utf8.parse(JSON.stringify(value))).replace(/=+$/, '').replace(/\\+/g, '-').replace(/\\//g, '_'); const unsigned = part({ alg: 'HS256' }) + '.' + part({ sub: '7' }); const mac = CryptoJS.HmacSHA256(unsigned, 'k').toString(CryptoJS.enc.Base64); pm.expect(unsigned.split('.')).to.have.lengthOf(2); pm.expect(JSON.parse(atob(unsigned.split('.')[1])).sub).to.equal('7'); pm.expect(mac).to.have.lengthOf(44)`,
  ),
  {
    name: 'functions that are kept',
    before: `pm.globals.set('double', '(function (n) { return n * 2; })'); pm.environment.set('helper', (() => 'helped').toString());`,
    tests: wrapInTest(
      'are run',
      `pm.expect(eval(pm.globals.get('double'))(4)).to.equal(8); pm.expect(eval(pm.environment.get('helper'))()).to.equal('helped'); pm.globals.unset('double'); pm.environment.unset('helper')`,
    ),
  },
  {
    name: 'old and new together',
    path: '/json',
    tests: `
var data = JSON.parse(responseBody);
tests["Status is " + responseCode.code] = responseCode.code === 200;
tests["Content-Type is there"] = postman.getResponseHeader("Content-Type") !== undefined;
postman.setEnvironmentVariable("fromOld", data.name);
tests["is kept"] = environment.fromOld === "Ann" && environment['fromOld'] === postman.getEnvironmentVariable('fromOld');
postman.setEnvironmentVariable("zero", 0); postman.setEnvironmentVariable("no", false);
tests["falsy"] = postman.getEnvironmentVariable("zero") === 0 && postman.getEnvironmentVariable("no") === false;
postman.setEnvironmentVariable("no", [1, { a: 2 }]); tests["objects"] = postman.getEnvironmentVariable("no") === '1,[object Object]';
postman.setGlobalVariable("oldOne", 1); tests["global"] = globals.oldOne === '1';
pm.environment.set('byNew', 'n'); tests["new is not in the old object"] = environment.byNew === undefined;
postman.clearGlobalVariable("oldOne"); tests["cleared"] = globals.oldOne === undefined;
postman.clearEnvironmentVariable("fromOld"); postman.clearEnvironmentVariable("zero"); postman.clearEnvironmentVariable("no"); pm.environment.unset('byNew');`,
  },
  {
    name: 'values in a form that are new',
    method: 'POST',
    path: '/form-of-new',
    body: {
      mode: 'urlencoded',
      urlencoded: [
        { key: 'fixed', value: '{{n}}' },
        { key: 'word', value: 'a b&c=d' },
      ],
    },
    tests: [
      wrapInTest('read', `pm.expect(pm.request.body.urlencoded.get('fixed')).to.equal('7')`),
      wrapInTest('old', `pm.expect(request.data).to.eql({ fixed: '7', word: 'a b&c=d' })`),
    ].join('\n'),
  },
  {
    name: 'variables in variables',
    path: '/nested/{{outer}}',
    before: `pm.environment.set('inner', 'in'); pm.environment.set('outer', '{{inner}}-{{fixed}}');`,
    tests: wrapInTest(
      'as written and replaced',
      `pm.expect(pm.environment.get('outer')).to.equal('{{inner}}-{{fixed}}'); pm.expect(pm.variables.replaceIn('{{outer}}')).to.equal('in-from the environment'); pm.environment.unset('inner'); pm.environment.unset('outer')`,
    ),
  },
  {
    name: 'shared by a global',
    before: `utils = { join: (...all) => all.join('/') };`,
    tests: wrapInTest(
      'only in its script',
      `pm.expect(typeof pm.globals.get('utils')).to.equal('undefined')`,
    ),
  },
  {
    name: 'console and time',
    before: `console.log('a', { b: 1 }); console.warn('w'); console.error(new Error('e')); console.info([1]); const start = Date.now(); pm.variables.set('start', start);`,
    tests: wrapInTest('later', `pm.expect(Date.now()).to.be.at.least(pm.variables.get('start'))`),
  },
  createCheckItem(
    'assertions in chai style',
    '/json',
    `pm.expect(pm.response.json().list[0]).to.be.an.instanceof(Object); pm.expect(1).to.be.lte(1).and.gte(1)`,
    `pm.expect('Ann').to.be.a('string').that.has.lengthOf.at.least(2); pm.expect('abc').to.contain('b')`,
    `pm.expect([]).to.be.an('array').that.is.empty; pm.expect({}).to.be.empty; pm.expect(NaN).to.be.NaN`,
    `pm.expect({ a: { b: [1] } }).to.have.deep.nested.property('a.b', [1]); pm.expect(true).to.be.true`,
    `pm.expect(() => JSON.parse('{')).to.throw(SyntaxError); pm.expect(new Set([1])).to.have.property('size', 1)`,
    `pm.expect(2).to.be.above(3)`,
    `pm.expect({ a: 1, b: 2 }).to.eql({ b: 2, a: 1 }); pm.expect('1').to.not.equal(1)`,
  ),
  {
    name: 'tests in a loop with names',
    path: '/json',
    tests: `
const wanted = [['name', 'Ann'], ['none', null], ['other', undefined]];
for (const [key, value] of wanted) pm.test(\`\${key} is \${value}\`, () => pm.expect(pm.response.json()[key]).to.equal(value));
(pm.response.code === 200 ? pm.test : pm.test.skip)('only then', () => {});`,
  },
  {
    name: 'awaits in a function',
    tests: `
(async () => {
  const value = await Promise.resolve(5);
  pm.test('awaited', () => pm.expect(value).to.equal(5));
})();
Promise.all([1, 2].map((n) => new Promise((done) => setTimeout(() => done(n), 1)))).then((all) => pm.test('all', () => pm.expect(all).to.eql([1, 2])));`,
  },
  {
    name: 'removes what it needs not',
    path: '/removes?keep=1&drop=2',
    headers: [
      ['X-Keep', '1'],
      ['X-Drop', '2'],
    ],
    before: `pm.request.removeHeader('X-Drop'); pm.request.removeQueryParams('drop'); pm.request.upsertHeader({ key: 'X-Keep', value: '3' });`,
  },
  {
    name: 'the body by a condition',
    method: 'PUT',
    body: { mode: 'raw', raw: '{"keep": 1, "drop": 2}', options: { raw: { language: 'json' } } },
    before: `const body = JSON.parse(pm.request.body.raw); if (pm.iterationData.get('n') === 7) delete body.drop; pm.request.body.raw = JSON.stringify(body);`,
  },
  {
    name: 'two requests in parallel',
    tests: `
let left = 2;
['one', 'two'].forEach((which) => pm.sendRequest(pm.variables.get('base') + '/status/200', (error, response) => {
  left -= 1;
  if (left === 0) pm.test('both came', () => pm.expect([error, response.code]).to.eql([null, 200]));
}));`,
  },
  {
    name: 'XML by its parts',
    tests: [
      wrapInTest(
        'nested',
        `pm.expect(xml2Json('<r><i id="1">a</i><i id="2"/></r>').r.i[0]).to.eql({ _: 'a', $: { id: '1' } })`,
      ),
      wrapInTest('one', `pm.expect(xml2Json('<r> <i/> </r>').r.i).to.equal('')`),
    ].join('\n'),
  },
];
