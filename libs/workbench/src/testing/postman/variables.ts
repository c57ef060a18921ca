import { createCheckItem, wrapInTest, type PostmanItem } from './item.js';

/** What scripts do with variables. */
export const variableItems: readonly PostmanItem[] = [
  {
    name: 'environment',
    before: `
pm.environment.set('made', 'new'); pm.environment.set('count', 3); pm.environment.set('gone', 'x'); pm.environment.unset('gone');
pm.test('get', () => pm.expect(pm.environment.get('fixed')).to.equal('from the environment'));
pm.test('has', () => pm.expect([pm.environment.has('made'), pm.environment.has('gone'), pm.environment.has('nope')]).to.eql([true, false, false]));
pm.test('name', () => pm.expect(pm.environment.name).to.equal('Place'));
pm.test('missing', () => pm.expect(pm.environment.get('nope')).to.equal(undefined));
pm.test('object', () => pm.expect(pm.environment.toObject()).to.include({ made: 'new', fixed: 'from the environment' }));
pm.test('number', () => pm.expect(pm.environment.get('count')).to.equal(3));
pm.test('secret', () => pm.expect(pm.environment.get('hidden')).to.equal('s3cret-value'));`,
    path: '/env/{{made}}/{{count}}',
  },
  createCheckItem(
    'later request',
    '/later/{{made}}',
    `pm.expect(pm.environment.get('made')).to.equal('new')`,
  ),
  {
    name: 'globals',
    path: '/globals/{{everywhere}}',
    before: `pm.globals.set('everywhere', 'g'); pm.test('g', () => pm.expect(pm.globals.get('everywhere')).to.equal('g')); pm.test('h', () => pm.expect(pm.globals.has('nowhere')).to.be.false);`,
    tests: `pm.globals.unset('everywhere'); pm.test('unset', () => pm.expect(pm.globals.get('everywhere')).to.equal(undefined));`,
  },
  {
    name: 'collection variables',
    path: '/collection/{{token}}',
    before: `
pm.test('from the document', () => pm.expect(pm.collectionVariables.get('word')).to.equal('Ann & Bob'));
pm.collectionVariables.set('token', 't-1');
pm.test('set', () => pm.expect(pm.collectionVariables.get('token')).to.equal('t-1'));
pm.test('has', () => pm.expect(pm.collectionVariables.has('token')).to.be.true);`,
  },
  createCheckItem(
    'collection variables later',
    '/token/{{token}}',
    `pm.expect(pm.collectionVariables.get('token')).to.equal('t-1')`,
    `pm.expect(pm.variables.get('token')).to.equal('t-1')`,
  ),
  {
    name: 'local variables',
    path: '/local/{{mine}}',
    before: `pm.variables.set('mine', 'here'); pm.test('local', () => pm.expect(pm.variables.get('mine')).to.equal('here')); pm.test('not of the environment', () => pm.expect(pm.environment.has('mine')).to.be.false);`,
    tests: wrapInTest('still there', `pm.expect(pm.variables.get('mine')).to.equal('here')`),
  },
  createCheckItem(
    'precedence',
    '/both/{{both}}',
    `pm.expect(pm.variables.get('both')).to.equal('environment')`,
    `pm.expect(pm.collectionVariables.get('only')).to.equal('collection')`,
  ),
  createCheckItem(
    'replaceIn',
    '/',
    `pm.expect(pm.variables.replaceIn('{{word}} {{fixed}} {{nope}}')).to.equal('Ann & Bob from the environment {{nope}}')`,
    `pm.expect(pm.variables.replaceIn({ a: ['{{word}}'] })).to.eql({ a: ['Ann & Bob'] })`,
    `pm.expect(pm.variables.replaceIn('{{$guid}}')).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)`,
    `pm.expect(pm.variables.replaceIn('{{$timestamp}}')).to.match(/^\\d{10}$/)`,
    `pm.expect(Number(pm.variables.replaceIn('{{$randomInt}}'))).to.be.within(0, 1000)`,
    `pm.expect(pm.variables.replaceIn('{{$randomEmail}}')).to.match(/^[^@ ]+@[^@ ]+$/)`,
    `pm.expect(pm.variables.replaceIn('{{$isoTimestamp}}')).to.match(/^\\d{4}-\\d\\d-\\d\\dT.*Z$/)`,
  ),
  createCheckItem(
    'iterationData',
    '/row/{{city}}',
    `pm.expect(pm.iterationData.get('city')).to.equal('Lima')`,
    `pm.expect(pm.iterationData.has('n')).to.be.true`,
    `pm.expect(pm.iterationData.toObject()).to.eql({ city: 'Lima', n: 7 })`,
    `pm.expect(pm.variables.get('city')).to.equal('Lima')`,
  ),
  {
    name: 'local over the row',
    path: '/row/{{city}}/{{n}}',
    before: `pm.variables.set('city', 'Local'); pm.environment.set('n', 'of the environment'); pm.test('order', () => pm.expect([pm.variables.get('city'), pm.variables.get('n'), pm.iterationData.get('city')]).to.eql(['Local', 7, 'Lima']));`,
    tests: wrapInTest('after', `pm.expect(pm.variables.get('city')).to.equal('Local')`),
  },
  {
    name: 'local over the row later',
    path: '/row-later/{{city}}/{{n}}',
    tests: `pm.variables.unset('city'); pm.environment.unset('n'); pm.test('row', () => pm.expect(pm.variables.get('city')).to.equal('Lima'));`,
  },
  { name: 'the row again', path: '/row-again/{{city}}/{{n}}' },
  {
    name: 'clear',
    before: `pm.environment.set('a', '1'); pm.variables.unset('nope'); pm.environment.unset('made'); pm.environment.unset('count'); pm.test('unset', () => pm.expect(pm.environment.has('made')).to.be.false);`,
  },
  {
    name: 'locals are of no environment',
    before: `pm.variables.set('onlyLocal', 'l');`,
    tests: [
      wrapInTest('not there', `pm.expect(pm.environment.has('onlyLocal')).to.equal(false)`),
      wrapInTest('there', `pm.expect(pm.variables.get('onlyLocal')).to.equal('l')`),
      wrapInTest(
        'listed',
        `pm.expect(pm.variables.values.map((one) => one.key)).to.include('onlyLocal').and.not.include('fixed')`,
      ),
      wrapInTest('own alone', `pm.expect(pm.globals.replaceIn('{{fixed}}')).to.equal('{{fixed}}')`),
    ].join('\n'),
  },
];
