/** A request of a Bruno collection with its scripts. */
export interface BrunoItem {
  readonly name: string;
  /** The base of its path; `{{base}}` by default. */
  readonly base?: string;
  readonly path?: string;
  readonly method?: string;
  /** Names and values. A third element marks a disabled header. */
  readonly headers?: readonly (readonly [string, string, true?])[];
  readonly body?: object;
  readonly auth?: unknown;
  readonly params?: readonly object[];
  readonly tags?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly before?: string;
  readonly after?: string;
  readonly tests?: string;
  /** Expressions with an operator and a value, such as `['res.status', 'eq', '200']`. */
  readonly assertions?: readonly (readonly [expression: string, operator: string, value?: string])[];
  /** Variables from the response, by name. */
  readonly set?: Readonly<Record<string, string>>;
  readonly settings?: object;
}

/** Wraps a body in a test. */
export const wrapInTest = (name: string, body: string): string =>
  `test(${JSON.stringify(name)}, async () => { ${body} });`;

/** Wraps each body in a numbered test. */
export const wrapInTests = (name: string, ...bodies: readonly string[]): string =>
  bodies.map((body, index) => wrapInTest(`${name} ${index + 1}`, body)).join('\n');

/** Creates an item with one test for each body. */
export const createCheckItem = (name: string, path: string, ...bodies: readonly string[]): BrunoItem => ({
  name,
  path,
  tests: wrapInTests(name, ...bodies),
});

const json = { type: 'json', data: '{"a": 1, "word": "{{word}}"}' };

/** Items whose scripts change the request before it is sent. */
export const requestItems: readonly BrunoItem[] = [
  {
    name: 'reads',
    path: '/reads?q=1&r={{fixed}}',
    headers: [['X-Own', '{{fixed}}']],
    tags: ['smoke', 'fast'],
    before: wrapInTests(
      'reads',
      `expect(req.getUrl()).to.equal('{{base}}/reads?q=1&r={{fixed}}'); expect(req.url).to.equal(req.getUrl())`,
      `expect(req.getMethod()).to.equal('GET'); expect(req.method).to.equal('GET')`,
      `expect(req.getName()).to.equal('reads'); expect(req.name).to.equal('reads')`,
      `expect(req.getHeader('X-Own')).to.equal('{{fixed}}')`,
      `expect(req.getHeaders()).to.have.property('X-Own', '{{fixed}}'); expect(req.headers['X-Own']).to.equal('{{fixed}}')`,
      `expect(req.getTags()).to.eql(['smoke', 'fast']); expect(req.tags).to.include('smoke')`,
      `expect(req.getAuthMode()).to.equal('none')`,
      `expect(req.getHost()).to.be.a('string'); expect(req.getPath()).to.be.a('string'); expect(req.getQueryString()).to.be.a('string')`,
      `expect(req.getExecutionMode()).to.be.a('string')`,
      `expect(req.getBody()).to.equal(undefined)`,
    ),
    tests: wrapInTests(
      'sent',
      `expect(req.getUrl()).to.match(/^http:.*\\/reads\\?q=1&r=/)`,
      `expect(req.getHost()).to.match(/^127.0.0.1:/)`,
      `expect(req.getPath()).to.equal('/reads')`,
      `expect(req.getQueryString()).to.contain('q=1')`,
      `expect(req.getHeader('X-Own')).to.equal('from the environment')`,
    ),
  },
  {
    name: 'writes the address',
    before: `req.setUrl(bru.interpolate('{{base}}') + '/elsewhere?x={{word}}'); req.setMethod('PUT'); test('is read', () => { expect(req.getUrl()).to.contain('/elsewhere'); expect(req.getMethod()).to.equal('PUT'); });`,
  },
  {
    name: 'writes headers',
    headers: [
      ['X-Gone', 'a'],
      ['X-Kept', 'b'],
      ['X-Many', 'c'],
    ],
    before: `req.setHeader('X-New', '{{word}}'); req.setHeader('X-Kept', 'changed'); req.deleteHeader('X-Gone'); req.deleteHeaders(['X-Many']);
${wrapInTests('headers', `expect(req.getHeader('X-Gone')).to.equal(undefined)`, `expect(req.getHeaders()).to.include({ 'X-New': '{{word}}', 'X-Kept': 'changed' })`)}`,
  },
  {
    name: 'replaces headers',
    headers: [['X-Gone', 'a']],
    before: `req.setHeaders({ 'X-Only': 'this' });`,
  },
  {
    name: 'header list',
    headers: [
      ['X-One', '1'],
      ['X-Two', '2'],
    ],
    before: `
${wrapInTests(
  'list',
  `expect(req.headerList.get('x-one')).to.equal('1')`,
  `expect(req.headerList.one('X-TWO')).to.include({ key: 'X-Two', value: '2' })`,
  `expect(req.headerList.has('x-one')).to.be.true; expect(req.headerList.has('x-one', '2')).to.be.false; expect(req.headerList.has('x-none')).to.be.false`,
  `expect(req.headerList.filter((h) => h.key.startsWith('X-')).length).to.equal(2)`,
  `expect(req.headerList.find((h) => h.value === '2').key).to.equal('X-Two')`,
  `expect(req.headerList.map((h) => h.key)).to.include('X-One')`,
  `expect(req.headerList.reduce((sum, h) => sum + (h.key.startsWith('X-') ? 1 : 0), 0)).to.equal(2)`,
  `expect(req.headerList.indexOf('X-None')).to.equal(-1)`,
  `let seen = 0; req.headerList.each(() => { seen += 1; }); expect(seen).to.equal(req.headerList.count())`,
  `expect(req.headerList.toObject()).to.include({ 'X-One': '1' })`,
  `expect(req.headerList.toString()).to.contain('X-One: 1')`,
  `expect(req.headerList.all().length).to.equal(req.headerList.toJSON().length)`,
)}
req.headerList.add({ key: 'X-Three', value: '3' }); req.headerList.add('X-Four: 4'); req.headerList.upsert({ key: 'x-one', value: 'one' }); req.headerList.remove('X-Two');
req.headerList.populate([{ key: 'X-Three', value: 'other' }, { key: 'X-Five', value: '5' }]);`,
  },
  {
    name: 'header list again',
    headers: [['X-One', '1']],
    before: `req.headerList.repopulate([{ key: 'X-Six', value: '6' }]); req.headerList.assimilate([{ key: 'X-Seven', value: '7' }]); req.headerList.remove((h) => h.key === 'X-Six');`,
  },
  {
    name: 'disabled headers',
    headers: [
      ['X-One', '1'],
      ['X-Off', 'off', true],
      ['X-Gone', 'gone', true],
      ['X-Sent', 'unsent', true],
    ],
    before: `${wrapInTests(
      'disabled',
      `expect(req.headerList.get('x-off')).to.equal('off'); expect(req.headerList.one('X-Off').disabled).to.be.true; expect(req.headerList.one('X-One').disabled).to.equal(undefined)`,
      `expect(req.headerList.filter((h) => h.disabled).length).to.equal(3); expect(req.headerList.all()[0].key).to.equal('X-Off')`,
      `expect(req.headerList.toString()).to.not.contain('X-Off'); expect(req.headerList.toObject(true)).to.not.have.property('X-Off')`,
      `expect(req.getHeaders()).to.not.have.property('X-Off')`,
    )}
req.headerList.remove('X-Gone'); req.headerList.upsert('X-Sent', 'sent'); req.headerList.populate([{ key: 'X-Off', value: 'on' }]);`,
    tests: `test('later', () => { expect(req.headerList.one('X-Off').disabled).to.be.true; });`,
  },
  {
    name: 'escaped value',
    method: 'POST',
    body: {
      type: 'json',
      data: '{"a": "{{escaped}}", "b": {{list}}, "c": "{{list[1]}}", "d": "{{list[2][\'a.b\']}}"}',
    },
    before: `bru.setVar('escaped', JSON.stringify({ a: [1, 'x'] }).replace(/"/g, '\\\\"')); bru.setVar('list', [1, 'two', { 'a.b': true }]);`,
  },
  {
    name: 'cleared headers',
    headers: [['X-One', '1']],
    before: `req.headerList.clear(); req.headerList.add('X-Last', 'yes');`,
  },
  {
    name: 'reads a body',
    method: 'POST',
    body: json,
    before: wrapInTests(
      'body',
      `expect(req.getBody()).to.eql({ a: 1, word: '{{word}}' }); expect(req.body).to.eql({ a: 1, word: '{{word}}' })`,
      `expect(req.getBody({ raw: true })).to.equal('{"a": 1, "word": "{{word}}"}')`,
      `expect(req.getHeader('content-type')).to.equal('application/json')`,
    ),
  },
  {
    name: 'writes a body',
    method: 'POST',
    body: json,
    before: `const body = req.getBody(); body.b = [1, '{{fixed}}']; req.setBody(body); test('is read', () => expect(req.getBody().b).to.eql([1, '{{fixed}}']));`,
  },
  {
    name: 'writes a raw body',
    method: 'POST',
    body: json,
    before: `req.setBody('{"raw": true}', { raw: true });`,
  },
  {
    name: 'writes text',
    method: 'POST',
    body: { type: 'text', data: 'hello' },
    before: `test('text', () => expect(req.getBody()).to.equal('hello')); req.setBody(req.getBody() + ' {{fixed}}');`,
  },
  {
    name: 'keeps a form',
    method: 'POST',
    body: {
      type: 'form-urlencoded',
      data: [
        { name: 'a', value: '{{fixed}}' },
        { name: 'b', value: '2' },
      ],
    },
    before: `test('fields', () => { const [a] = req.getBody(); expect(a.name).to.equal('a'); expect(a.value).to.equal('{{fixed}}'); });`,
  },
  {
    name: 'changes the fields of a form where they are',
    method: 'POST',
    body: { type: 'form-urlencoded', data: [{ name: 'a', value: '1' }] },
    before: `const fields = req.getBody(); fields[0].value = '2'; fields.push({ name: 'c', value: '3', enabled: true }); req.setBody(fields);`,
  },
  {
    name: 'sends an object as a form',
    method: 'POST',
    body: { type: 'form-urlencoded', data: [] },
    before: `req.setBody({ a: 'x y', b: ['1', "it's (2)!"] });`,
    tests: `test('body', () => expect(req.getBody()).to.equal('a=x%20y&b=1&b=it%27s%20%282%29%21'));`,
  },
  {
    name: 'leaves the variables of an object that is a form',
    method: 'POST',
    body: { type: 'form-urlencoded', data: [] },
    before: `req.setBody({ a: '{{fixed}}' });`,
  },
  {
    name: 'changes the parts of a form',
    method: 'POST',
    body: {
      type: 'multipart-form',
      data: [
        { name: 'a', type: 'text', value: '{{fixed}}' },
        { name: 'm', type: 'text', value: '{"x": 1}', contentType: 'application/json' },
      ],
    },
    before: `const parts = req.getBody(); test('parts', () => { expect(parts[0].type).to.equal('text'); expect(parts[1].contentType).to.equal('application/json'); }); parts[0].value = 'changed'; parts.push({ name: 'z', value: '<a/>', enabled: true, type: 'text', contentType: 'text/xml' }); req.setBody(parts);`,
  },
  {
    name: 'path parameters',
    path: '/users/:id/end',
    params: [{ name: 'id', value: '7', type: 'path' }],
    before: wrapInTests(
      'params',
      `expect(req.getPathParams()).to.eql([{ name: 'id', value: '7', type: 'path' }])`,
      `expect(req.pathParams[0].value).to.equal('7')`,
    ),
  },
  {
    name: 'settings',
    before: `req.setTimeout(5000); req.setMaxRedirects(2); test('timeout', () => expect(req.getTimeout()).to.equal(5000));`,
  },
  {
    name: 'bearer',
    auth: { type: 'bearer', token: '{{fixed}}' },
    before: wrapInTests(
      'bearer',
      `expect(req.getAuthMode()).to.equal('bearer')`,
      `expect(req.getHeader('Authorization')).to.equal('Bearer {{fixed}}')`,
    ),
  },
  {
    name: 'other bearer',
    auth: { type: 'bearer', token: 'a' },
    before: `req.setHeader('Authorization', 'Token of the script');`,
  },
  {
    name: 'without bearer',
    auth: { type: 'bearer', token: 'a' },
    before: `req.deleteHeader('Authorization');`,
  },
  {
    name: 'plain response',
    before: `req.disableParsingResponseJson();`,
    tests: `test('is text', () => expect(res.body).to.be.a('string'));`,
  },
];

/** A request whose script executes the next one, a file in the folder `deep`. */
const deep = (depth: number, maxDepth: number): BrunoItem => ({
  name: `deep ${depth}`,
  path: `/deep/${depth}`,
  ...(depth === maxDepth
    ? {}
    : {
        before: `const res = await bru.runRequest('deep/deep-${depth + 1}'); bru.setVar('depth${depth}', (bru.getVar('depth${depth + 1}') || 0) + res.status);`,
      }),
  after:
    depth === 1
      ? `test('added up', () => expect(bru.getVar('depth1')).to.equal(${(maxDepth - 1) * 200}));`
      : '',
});

/** Requests that execute each other, up to the depth limit. */
export const deepItems: readonly BrunoItem[] = Array.from({ length: 8 }, (_, at) => deep(at + 1, 8));
