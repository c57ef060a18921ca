/** An item of a Postman collection with its scripts. */
export interface PostmanItem {
  readonly name: string;
  readonly path?: string;
  /** The complete URL, if it has more than a path. */
  readonly url?: object;
  readonly method?: string;
  readonly headers?: readonly (readonly [name: string, value: string, isDisabled?: boolean])[];
  readonly auth?: object;
  readonly body?: object;
  readonly before?: string;
  readonly tests?: string;
}

/** Wraps a body in a test. */
export const wrapInTest = (name: string, body: string): string =>
  `pm.test(${JSON.stringify(name)}, () => { ${body} });`;

/** Creates an item with one test for each body. */
export const createCheckItem = (name: string, path: string, ...bodies: readonly string[]): PostmanItem => ({
  name,
  path,
  tests: bodies.map((body, index) => wrapInTest(`${name} ${index + 1}`, body)).join('\n'),
});

/** Items whose scripts change a request before it is sent. */
export const requestItems: readonly PostmanItem[] = [
  {
    name: 'headers before',
    before: `
pm.request.headers.add({ key: 'X-Added', value: '{{word}}' });
pm.request.headers.upsert({ key: 'x-kept', value: 'changed' });
pm.request.headers.remove('X-Gone');
pm.test('before: has', () => pm.expect(pm.request.headers.has('X-KEPT')).to.be.true);
pm.test('before: get', () => pm.expect(pm.request.headers.get('X-Added')).to.equal('{{word}}'));
pm.test('before: count', () => pm.expect(pm.request.headers.count()).to.equal(2));`,
    headers: [
      ['X-Kept', 'old'],
      ['X-Gone', '1'],
    ],
    tests: wrapInTest(
      'sent',
      `pm.request.to.have.header('X-Added'); pm.expect(pm.request.headers.get('x-added')).to.equal('Ann & Bob')`,
    ),
  },
  {
    name: 'url before',
    path: '/url?a=1',
    before: `
pm.request.url.addQueryParams([{ key: 'b', value: '{{word}}' }]);
pm.request.url.addQueryParams('c=3');
pm.request.url.removeQueryParams('a');
pm.test('host', () => pm.expect(pm.request.url.getHost()).to.equal('{{base}}'));
pm.test('path', () => pm.expect(pm.request.url.getPath()).to.equal('/url'));
pm.test('query', () => pm.expect(pm.request.url.getQueryString()).to.equal('b={{word}}&c=3'));
pm.test('whole', () => pm.expect(pm.request.url.toString()).to.equal('{{base}}/url?b={{word}}&c=3'));
pm.test('list', () => pm.expect(pm.request.url.query.get('c')).to.equal('3'));`,
  },
  {
    name: 'method before',
    path: '/method',
    before: `pm.request.method = 'PUT'; pm.test('set', () => pm.expect(pm.request.method).to.eql('PUT'));`,
  },
  {
    name: 'raw body before',
    path: '/raw',
    method: 'POST',
    body: { mode: 'raw', raw: '{"a": "{{word}}"}', options: { raw: { language: 'json' } } },
    before: `
const body = JSON.parse(pm.request.body.raw); body.b = pm.variables.get('word');
pm.request.body.update(JSON.stringify(body));
pm.test('mode', () => pm.expect(pm.request.body.mode).to.equal('raw'));
pm.test('not empty', () => pm.expect(pm.request.body.isEmpty()).to.be.false);`,
  },
  {
    name: 'form before',
    path: '/form',
    method: 'POST',
    body: { mode: 'urlencoded', urlencoded: [{ key: 'a', value: '1' }] },
    before: `
pm.request.body.urlencoded.add({ key: 'b', value: '{{word}}' });
pm.test('form', () => pm.expect(pm.request.body.toString()).to.equal('a=1&b={{word}}'));`,
  },
  {
    name: 'parts before',
    path: '/parts',
    method: 'POST',
    body: { mode: 'formdata', formdata: [{ key: 'a', value: '{{word}}', type: 'text' }] },
    before: `
pm.request.body.formdata.add({ key: 'sig', value: 's', type: 'text' });
pm.test('parts', () => { pm.expect(pm.request.body.formdata.count()).to.eql(2); pm.expect(pm.request.body.formdata.find({ key: 'sig' }).value).to.eql('s'); });`,
    tests: wrapInTest('are sent', `pm.response.to.have.status(200)`),
  },
  {
    name: 'another kind of body',
    path: '/other-body',
    method: 'POST',
    body: { mode: 'raw', raw: 'x' },
    before: `pm.request.body.update({ mode: 'urlencoded', urlencoded: [{ key: 'k', value: 'v' }] });`,
  },
  {
    name: 'a body that is described',
    path: '/described',
    method: 'POST',
    before: `pm.request.body = { mode: 'raw', raw: 'new body' };`,
  },
  {
    name: 'path variables before',
    url: {
      raw: '{{base}}/u/:id/p/:post',
      host: ['{{base}}'],
      path: ['u', ':id', 'p', ':post'],
      variable: [
        { key: 'id', value: '7' },
        { key: 'post', value: 'old' },
      ],
    },
    before: `
pm.request.url.variables.upsert({ key: 'post', value: '{{n}}' });
pm.request.addHeader('X-Line: l'); pm.request.removeHeader('x-line');`,
    tests: wrapInTest('is in the address', `pm.expect(pm.request.url.toString()).to.include('/u/7/p/7')`),
  },
  {
    name: 'address before',
    path: '/elsewhere',
    before: `pm.request.url = pm.variables.get('base') + '/there?x=1';`,
  },
  {
    name: 'skipped',
    before: `pm.execution.skipRequest(); pm.test('never', () => {});`,
    tests: wrapInTest('not here', ''),
  },
];

/** Creates a callback that runs a named test of a response. */
const createCallback = (name: string, body: string): string =>
  `(error, res) => { pm.test(${JSON.stringify(name)}, () => { pm.expect(error).to.equal(null); ${body} }); }`;

/** Items whose scripts send requests. */
export const sendingItems: readonly PostmanItem[] = [
  {
    name: 'send before',
    headers: [['X-Token', '{{sent}}']],
    before: `
pm.sendRequest(pm.variables.get('base') + '/json', ${createCallback('answered', `pm.expect(res.code).to.equal(200); pm.environment.set('sent', res.json().name);`)});`,
    tests: wrapInTest('set before', `pm.expect(pm.environment.get('sent')).to.equal('Ann')`),
  },
  {
    name: 'send after',
    tests: `
const base = pm.variables.get('base');
pm.sendRequest({ url: base + '/sent/post', method: 'POST', header: { 'X-Sent': 'a' }, body: { mode: 'raw', raw: JSON.stringify({ a: 1 }) } },
  ${createCallback('post', `pm.expect(res).to.have.status(200); pm.expect(res.headers.get('X-Reply')).to.equal('yes');`)});`,
  },
  {
    name: 'send a form',
    tests: `
pm.sendRequest({
  url: pm.variables.get('base') + '/sent/form',
  method: 'POST',
  header: [{ key: 'X-Sent', value: 'b' }],
  body: { mode: 'urlencoded', urlencoded: [{ key: 'a', value: 'b c' }, { key: 'd', value: '&' }] },
}, ${createCallback('form', `pm.expect(res.status).to.equal('OK');`)});`,
  },
  {
    name: 'send one after another',
    tests: `
const base = pm.variables.get('base');
pm.sendRequest(base + '/sent/1', (error, first) => {
  pm.sendRequest(base + '/sent/2?after=' + first.code, ${createCallback('nested', `pm.expect(res.json().list).to.have.lengthOf(2);`)});
});`,
  },
  {
    name: 'send and wait in a test',
    tests: `
pm.test('done', (done) => {
  pm.sendRequest(pm.variables.get('base') + '/status/404', (error, res) => {
    done(error === null && res.code === 404 && res.reason() === 'Not Found' ? undefined : new Error('other'));
  });
});`,
  },
  {
    name: 'send GraphQL',
    tests: `
pm.sendRequest({ url: pm.variables.get('base') + '/sent/graphql', method: 'POST', body: { mode: 'graphql', graphql: { query: '{a}', variables: '{"b":1}' } } },
  ${createCallback('GraphQL', `pm.expect(res.code).to.equal(200);`)});`,
  },
  {
    name: 'send without connection',
    tests: `
pm.sendRequest('http://127.0.0.1:1/nothing', (error) => {
  pm.test('fails', () => pm.expect(error).to.not.equal(null));
});`,
  },
  {
    name: 'send a template',
    tests: `
pm.sendRequest(pm.variables.get('base') + '/sent/template', (error, res) => {
  pm.sendRequest({ url: res.code === 200 ? pm.variables.replaceIn('{{base}}/sent/{{fixed}}') : '' }, ${createCallback('replaced', `pm.expect(res.code).to.equal(200);`)});
});`,
  },
  {
    name: 'a cookie of a host',
    before: `const host = pm.variables.get('base').replace('http://', ''); pm.test('is set', (done) => { pm.cookies.jar().set(host, 'own', 'yes', (error) => { pm.expect(error).to.equal(null); done(); }); });`,
    tests: `const host = pm.variables.get('base').replace('http://', ''); pm.test('is there', (done) => { pm.cookies.jar().get(host, 'own', (error, value) => { pm.expect(value).to.equal('yes'); pm.cookies.jar().unset(host, 'own', done); }); });`,
  },
  {
    name: 'send cookies',
    tests: `
pm.sendRequest(pm.variables.get('base') + '/cookie', (error, res, more) => {
  pm.test('has them', () => { pm.expect(more.cookies.get('sid')).to.equal('abc'); pm.expect(more.cookies.has('sid')).to.equal(true); });
  pm.sendRequest(pm.variables.get('base') + '/sent/with-cookie', ${createCallback('kept', `pm.expect(res.code).to.equal(200);`)});
});`,
  },
  {
    name: 'send and fail',
    tests: `
pm.sendRequest(pm.variables.get('base') + '/sent/assert', ${createCallback('asserted', `pm.expect(res.code).to.equal(500);`)});`,
  },
  {
    name: 'send with auth',
    tests: `
pm.sendRequest({
  url: pm.variables.get('base') + '/sent/auth',
  auth: { type: 'apikey', apikey: [{ key: 'key', value: 'X-Key' }, { key: 'value', value: 'k' }, { key: 'in', value: 'header' }] },
}, ${createCallback('auth', `pm.expect(res.code).to.equal(200);`)});`,
  },
];

/** Items whose scripts use variables. */
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
