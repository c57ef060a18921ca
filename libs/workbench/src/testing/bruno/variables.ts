import { type BrunoItem, createCheckItem, wrapInTests } from './item.js';

/** What scripts do with variables. */
export const variableItems: readonly BrunoItem[] = [
  {
    name: 'environment',
    path: '/env/{{made}}/{{count}}',
    before: `bru.setEnvVar('made', 'new'); bru.setEnvVar('count', 3); bru.setEnvVar('gone', 'x'); bru.deleteEnvVar('gone');
${wrapInTests(
  'env',
  `expect(bru.getEnvVar('fixed')).to.equal('from the environment')`,
  `expect(bru.getEnvVar('made')).to.equal('new'); expect(bru.getEnvVar('count')).to.equal(3)`,
  `expect([bru.hasEnvVar('made'), bru.hasEnvVar('gone'), bru.hasEnvVar('nope')]).to.eql([true, false, false])`,
  `expect(bru.getEnvVar('nope')).to.equal(undefined)`,
  `expect(bru.getAllEnvVars()).to.include({ made: 'new', fixed: 'from the environment' })`,
  `expect(bru.getEnvName()).to.equal('Place')`,
  `expect(() => bru.setEnvVar('', 1)).to.throw()`,
)}`,
  },
  createCheckItem('environment later', '/later/{{made}}', `expect(bru.getEnvVar('made')).to.equal('new')`),
  {
    name: 'runtime',
    path: '/runtime/{{mine}}',
    before: `bru.setVar('mine', 'here'); bru.setVar('object', { a: [1, { b: 2 }] }); bru.setVar('gone', 1); bru.deleteVar('gone');
${wrapInTests(
  'runtime',
  `expect(bru.getVar('mine')).to.equal('here'); expect(bru.getVar('object')).to.eql({ a: [1, { b: 2 }] })`,
  `expect([bru.hasVar('mine'), bru.hasVar('gone')]).to.eql([true, false])`,
  `expect(bru.getVar('gone')).to.equal(undefined)`,
  `expect(bru.getAllVars()).to.include({ mine: 'here' })`,
  `expect(bru.hasEnvVar('mine')).to.equal(false)`,
  `expect(() => bru.setVar('with space', 1)).to.throw(/invalid characters/)`,
  `expect(() => bru.getVar('with space')).to.throw(/invalid characters/)`,
  `expect(bru.interpolate('{{object.a[1].b}} {{mine}}')).to.equal('2 here')`,
)}`,
  },
  { name: 'runtime in a request without scripts', path: '/plain/{{mine}}' },
  createCheckItem(
    'runtime later',
    '/later/{{mine}}',
    `expect(bru.getVar('mine')).to.equal('here'); expect(bru.getVar('object')).to.eql({ a: [1, { b: 2 }] })`,
  ),
  {
    name: 'runtime removed',
    path: '/removed',
    before: `bru.deleteAllVars(); test('none', () => expect(bru.getAllVars()).to.eql({}));`,
    tests: `test('none', () => expect(bru.hasVar('mine')).to.equal(false));`,
  },
  createCheckItem('runtime gone later', '/gone', `expect(bru.getVar('mine')).to.equal(undefined)`),
  {
    name: 'global',
    path: '/global/{{everywhere}}',
    before: `bru.setGlobalEnvVar('everywhere', 'g'); bru.setGlobalEnvVar('gone', 'g'); bru.deleteGlobalEnvVar('gone');
${wrapInTests(
  'global',
  `expect(bru.getGlobalEnvVar('everywhere')).to.equal('g'); expect(bru.hasGlobalEnvVar('everywhere')).to.be.true`,
  `expect(bru.hasGlobalEnvVar('gone')).to.be.false`,
  `expect(bru.getAllGlobalEnvVars()).to.include({ everywhere: 'g' })`,
)}`,
  },
  {
    name: 'global removed',
    path: '/global',
    before: `test('later', () => expect(bru.getGlobalEnvVar('everywhere')).to.equal('g')); bru.deleteAllGlobalEnvVars();`,
    tests: `test('none', () => expect(bru.hasGlobalEnvVar('everywhere')).to.be.false);`,
  },
  {
    name: 'collection',
    path: '/collection/{{word}}/{{token}}',
    before: `bru.setCollectionVar('token', 't-1');
${wrapInTests(
  'collection',
  `expect(bru.getCollectionVar('word')).to.equal('Ann & Bob'); expect(bru.hasCollectionVar('word')).to.be.true`,
  `expect(bru.getCollectionVar('token')).to.equal('t-1'); expect(bru.hasCollectionVar('nope')).to.be.false`,
  `expect(bru.getAllCollectionVars()).to.include({ word: 'Ann & Bob', token: 't-1' })`,
)}`,
  },
  {
    name: 'collection later',
    path: '/collection/{{token}}',
    before: `test('later', () => expect(bru.getCollectionVar('token')).to.equal('t-1')); bru.deleteCollectionVar('token'); test('gone', () => expect(bru.hasCollectionVar('token')).to.be.false); bru.setCollectionVar('token', 't-2');`,
  },
  {
    name: 'request variables',
    path: '/request/{{own}}/{{both}}',
    variables: { own: '{{fixed}}', both: 'request' },
    before: wrapInTests(
      'request',
      `expect(bru.getRequestVar('own')).to.equal('from the environment')`,
      `expect(bru.getRequestVar('nope')).to.equal(undefined)`,
      `expect(bru.interpolate('{{both}}')).to.equal('request')`,
    ),
  },
  {
    name: 'runtime over request variables',
    path: '/over/{{both}}',
    variables: { both: 'request' },
    before: `bru.setVar('both', 'runtime'); test('wins', () => expect(bru.interpolate('{{both}}')).to.equal('runtime'));`,
    tests: `bru.deleteVar('both');`,
  },
  createCheckItem(
    'interpolate',
    '/interpolate',
    `expect(bru.interpolate('{{word}} {{fixed}} {{nope}}')).to.equal('Ann & Bob from the environment {{nope}}')`,
    `expect(bru.interpolate({ a: ['{{word}}'] })).to.eql({ a: ['Ann & Bob'] })`,
    `expect(bru.interpolate('{{$guid}}')).to.match(/^[0-9a-f-]{36}$/)`,
    `expect(bru.interpolate('{{$timestamp}}')).to.match(/^\\d{10}$/)`,
    `expect(Number(bru.interpolate('{{$randomInt}}'))).to.be.within(0, 1000)`,
    `expect(bru.interpolate('{{$isoTimestamp}}')).to.match(/^\\d{4}-\\d\\d-\\d\\dT.*Z$/)`,
    `expect(bru.interpolate('')).to.equal('')`,
  ),
  createCheckItem(
    'about',
    '/about',
    `expect(bru.isSafeMode()).to.be.true`,
    `expect(bru.cwd()).to.be.a('string')`,
    `expect(bru.getCollectionName()).to.equal('shop')`,
    `expect(bru.getProcessEnv('BRUNO_ORACLE')).to.equal('from the process')`,
    `expect(bru.getSecretVar('nope')).to.equal(undefined)`,
  ),
  {
    name: 'set from the response',
    path: '/set',
    set: { answered: 'res.body.name', second: 'res("list[1].a")', status: 'res.status' },
    after: `test('is set', () => { expect(bru.getVar('answered')).to.equal('Ann'); expect(bru.getVar('second')).to.equal(2); });`,
  },
  { name: 'used after it was set', path: '/used/{{answered}}/{{second}}/{{status}}' },
  {
    name: 'environment removed',
    path: '/end',
    before: `bru.deleteEnvVar('made'); bru.deleteEnvVar('count'); test('gone', () => expect(bru.hasEnvVar('made')).to.be.false);`,
  },
];
