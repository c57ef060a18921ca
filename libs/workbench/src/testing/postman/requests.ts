import { wrapInTest, type PostmanItem } from './item.js';

/** What scripts do to a request before it is sent. */
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
