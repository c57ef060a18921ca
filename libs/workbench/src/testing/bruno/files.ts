import { type BrunoItem, createCheckItem, wrapInTests } from './item.js';

/** The files that scripts require, by path. */
export const files: Readonly<Record<string, string>> = {
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

/** Scripts that require files. */
export const fileItems: readonly BrunoItem[] = [
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

/** File access that only works in Bruno's developer mode. */
export const developerFileItems: readonly BrunoItem[] = [
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
