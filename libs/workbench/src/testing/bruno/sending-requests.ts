import { type BrunoItem, wrapInTest } from './requests.js';

/** Numbered tests that wait for each other, because requests may be answered in a different order. */
const chainTests = (name: string, ...bodies: readonly string[]): string =>
  bodies.map((body, index) => `await ${wrapInTest(`${name} ${index + 1}`, body)}`).join('\n');

const base = `const base = bru.getEnvVar('base');`;

/** Items whose scripts send requests. */
export const sendingItems: readonly BrunoItem[] = [
  {
    name: 'axios before',
    path: '/axios/{{sent}}',
    before: `${base} const { data, status } = await axios.get(base + '/json'); bru.setVar('sent', data.name); test('answered', () => expect(status).to.equal(200));`,
  },
  {
    name: 'axios methods',
    before: `${base}
await axios.post(base + '/sent/post', { a: [1] }, { headers: { 'X-Sent': 'a' } });
await axios.put(base + '/sent/put', 'text', { headers: { 'Content-Type': 'text/plain' } });
await axios.patch(base + '/sent/patch', { a: 'b c', d: '&' }, { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } });
await axios.delete(base + '/sent/delete');
await axios({ method: 'post', url: base + '/sent/config', data: { deep: { er: null } } });
await axios({ url: '/sent/base', baseURL: base });
await axios.post(base + '/sent/nothing');`,
  },
  {
    name: 'axios query',
    before: `${base}
await axios.get(base + '/sent/query', { params: { q: 'a b&c', list: [1, 2], none: null, deep: { er: 'x' }, at: '2026-01-02T03:04:05:$,' } });
await axios.get(base + '/sent/query?a=1', { params: { b: 2 } });
await axios.get(base + '/sent/auth', { auth: { username: 'ann', password: 'p:w' } });`,
  },
  {
    name: 'axios response',
    tests: chainTests(
      'axios',
      `${base} const res = await axios.get(base + '/json'); expect(res.data.list).to.have.lengthOf(2); expect(res.headers['x-reply']).to.equal('yes'); expect(res.headers['content-type']).to.contain('json')`,
      `${base} const res = await axios.get(base + '/text'); expect(res.data).to.equal('plain text')`,
      `${base} const res = await axios.get(base + '/status/204'); expect(res.status).to.equal(204); expect(res.data).to.equal('')`,
      `${base} const res = await axios.get(base + '/json', { responseType: 'text' }); expect(res.data).to.be.a('string')`,
      `const axios = require('axios'); ${base} expect((await axios.get(base + '/json')).status).to.equal(200)`,
    ),
  },
  {
    name: 'axios errors',
    tests: chainTests(
      'axios error',
      `${base} let e; try { await axios.get(base + '/status/404') } catch (error) { e = error } expect(e.message).to.equal('Request failed with status code 404'); expect(e.code).to.equal('ERR_BAD_REQUEST'); expect(e.isAxiosError).to.be.true; expect(e.response.status).to.equal(404); expect(e.response.data.name).to.equal('Ann'); expect(e.response.headers['x-reply']).to.equal('yes'); expect(e.config.method).to.equal('get')`,
      `${base} let e; try { await axios.post(base + '/status/500', { a: 1 }) } catch (error) { e = error } expect(e.code).to.equal('ERR_BAD_RESPONSE'); expect(e.config.data).to.equal('{"a":1}')`,
      `let e; try { await axios.get('http://127.0.0.1:1/') } catch (error) { e = error } expect(e.code).to.equal('ECONNREFUSED'); expect(e.message).to.contain('ECONNREFUSED'); expect(e.response).to.equal(undefined)`,
      `${base} let e; try { await axios.get(base + '/slow', { timeout: 80 }) } catch (error) { e = error } expect(e.code).to.equal('ECONNABORTED'); expect(e.message).to.equal('timeout of 80ms exceeded')`,
      `let e; try { await axios.get('nonsense') } catch (error) { e = error } expect(e).to.not.equal(undefined)`,
      `${base} await axios.get(base + '/status/503')`,
    ),
  },
  {
    name: 'sends and goes on',
    path: '/goes-on',
    before: `${base} axios.get(base + '/sent/not-awaited').then(({ data }) => { bru.setVar('later', data.name); });`,
    tests: `test('later', () => expect(bru.getVar('later')).to.equal('Ann'));`,
  },
  {
    name: 'sends no cookies',
    base: '{{local}}',
    path: '/cookie',
    tests: `const local = bru.getEnvVar('local'); await axios.get(local + '/sent/no-cookie'); await bru.sendRequest({ url: local + '/sent/no-cookie' });`,
  },
  {
    name: 'send request',
    path: '/send-request',
    before: `${base}
const res = await bru.sendRequest({ method: 'POST', url: base + '/sent/json', headers: { 'Content-Type': 'application/json', 'X-Sent': 'b' }, data: { a: 1 } });
test('response', () => { expect(res.status).to.equal(200); expect(res.statusText).to.equal('OK'); expect(res.data.name).to.equal('Ann'); expect(res.headers['x-reply']).to.equal('yes'); expect(res.responseTime).to.be.a('number'); });
await bru.sendRequest({ method: 'POST', url: base + '/sent/text', headers: { 'Content-Type': 'application/json' }, data: '{"a" : 1}' });
await bru.sendRequest({ method: 'POST', url: base + '/sent/form', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, data: { a: 'b' } });
await bru.sendRequest({ method: 'GET', url: base + '/sent/params', params: { a: 'b' } });`,
  },
  {
    name: 'send request and call back',
    tests: `${base}
await bru.sendRequest({ method: 'GET', url: base + '/sent/callback' }, (error, res) => { test('calls back', () => { expect(error).to.equal(null); expect(res.status).to.equal(200); }); });
await bru.sendRequest({ method: 'GET', url: base + '/status/404' }, (error, res) => { test('with an error', () => { expect(res).to.equal(null); expect(error.status).to.equal(404); expect(error.message).to.contain('404'); }); });
await bru.sendRequest({ method: 'GET', url: 'http://127.0.0.1:1/' }, (error, res) => { test('refused', () => { expect(res).to.equal(null); expect(error.code).to.equal('ECONNREFUSED'); }); });
await bru.sendRequest({ method: 'GET', url: base + '/sent/1' }, async (error, res) => { await bru.sendRequest({ url: base + '/sent/2?after=' + res.status }, (_, second) => { test('nested', () => expect(second.status).to.equal(200)); }); });
let thrown; try { await bru.sendRequest({ url: base + '/status/500' }) } catch (e) { thrown = e } test('rejects', () => expect(thrown.message).to.contain('500'));`,
  },
  {
    name: 'run request',
    path: '/run-request',
    before: `bru.setVar('given', 'x'); const res = await bru.runRequest('run-request/reads-what-is-given');
test('response', () => { expect(res.status).to.equal(201); expect(res.statusText).to.equal('Created'); expect(res.data.name).to.equal('Ann'); expect(res.headers['x-reply']).to.equal('yes'); expect(res.url).to.contain('/status/201?given=x'); expect(res.responseTime).to.be.a('number'); expect(res.size).to.be.above(0); });
test('what it has set', () => { expect(bru.getVar('told')).to.equal('x'); expect(String(bru.getEnvVar('toldToo'))).to.equal('201'); });`,
    tests: chainTests(
      'run request',
      `const res = await bru.runRequest('run-request/skips'); expect(res.status).to.equal('skipped'); expect(res.data).to.equal(null)`,
      `const res = await bru.runRequest('run-request/fails'); expect(res.status).to.equal('error'); expect(res.data).to.equal(null)`,
    ),
  },
];

/** Requests that other requests execute, in a separate folder. */
export const executedItems: readonly BrunoItem[] = [
  {
    name: 'Reads what is given',
    path: '/status/201?given={{given}}',
    after: `bru.setVar('told', bru.getVar('given')); bru.setEnvVar('toldToo', res.status);`,
  },
  { name: 'Skips', path: '/never', before: `bru.runner.skipRequest();` },
  { name: 'Fails', base: 'http://127.0.0.1:1', path: '/' },
];

/** Features that exist only in Bruno's developer mode, which cannot load axios. */
export const developerItems: readonly BrunoItem[] = [
  {
    name: 'send request of developers',
    before: `${base} await bru.sendRequest(base + '/sent/url'); await bru.sendRequest({ url: base + '/sent/search', method: 'POST', data: new URLSearchParams({ a: 'b c', d: '&' }) });`,
    tests: chainTests(
      'send request',
      `${base} let e; try { await bru.sendRequest({ url: base + '/status/404' }) } catch (error) { e = error } expect(e.message).to.equal('Request failed with status code 404'); expect(e.response.data.name).to.equal('Ann'); expect(e.response.status).to.equal(404); expect(e.isAxiosError).to.be.true; expect(e.toJSON().status).to.equal(404)`,
      `${base} let seen; await bru.sendRequest({ url: base + '/status/500' }, (error) => { seen = error.status; }); expect(seen).to.equal(500)`,
      `${base} const res = await bru.sendRequest({ url: base + '/json', validateStatus: () => true, headers: { 'X-Sent': 'c' } }); expect(res.headers.get('X-Reply')).to.equal('yes'); expect(res.config.method).to.equal('get'); expect(res.statusText).to.equal('OK')`,
      `${base} const { data } = await bru.sendRequest({ url: base + '/json', transformResponse: (text) => text.length }); expect(data).to.be.a('number')`,
      `${base} const { data } = await bru.sendRequest({ url: base + '/json', responseType: 'arraybuffer' }); expect(Buffer.from(data).toString()).to.contain('Ann')`,
    ),
  },
];
