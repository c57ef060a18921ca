import { wrapInTest, type PostmanItem } from './item.js';

/** A callback that tests a response under a name. */
const createCallback = (name: string, body: string): string =>
  `(error, res) => { pm.test(${JSON.stringify(name)}, () => { pm.expect(error).to.equal(null); ${body} }); }`;

/** Requests that scripts send. */
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
    name: 'send cookies',
    tests: `
pm.sendRequest(pm.variables.get('base') + '/cookie', (error, res, more) => {
  pm.test('has them', () => { pm.expect(res.cookies.get('sid')).to.equal('abc'); pm.expect(more.cookies.has('sid')).to.equal(true); });
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
