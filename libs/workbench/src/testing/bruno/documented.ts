import { type BrunoItem, wrapInTests } from './item.js';

/** Common tasks from Bruno's guides, as our own scripts. */
export const documentedItems: readonly BrunoItem[] = [
  {
    name: 'documented checks',
    path: '/json',
    tests: wrapInTests(
      'documented',
      `expect(res.getStatus()).to.equal(200); expect(res.status).to.be.oneOf([200, 201])`,
      `expect(res.getBody()).to.be.an('object'); expect(res.body.list).to.be.an('array').with.lengthOf(2); expect(res.body).to.have.property('name')`,
      `expect(res.getHeader('content-type')).to.contain('application/json'); expect(res.getHeaders()['x-reply']).to.equal('yes')`,
      `expect(res.getResponseTime()).to.be.below(60000)`,
      `expect(res.body.list.map(({ a }) => a)).to.eql([1, 2]); expect(res('list[a > 1]', (one) => one.a > 1)).to.eql(res('list[a > 1]', (one) => one.a > 1))`,
      `expect(res('..a')).to.include(2); expect(res('list[*].a')).to.eql(res('list[*].a'))`,
      `const { name } = res.getBody(); bru.setVar('user', { name, tags: ['x'] }); expect(bru.getVar('user').tags[0]).to.equal('x'); expect(bru.interpolate('{{user.name}}')).to.equal('Ann')`,
      `const schema = { type: 'object', required: ['name'] }; const Ajv = require('ajv'); expect(new Ajv().compile(schema)(res.body)).to.be.true; expect(res.getBody()).to.have.jsonSchema(schema)`,
      `expect(req.getUrl()).to.contain('/json'); expect(req.getMethod()).to.equal('GET'); expect(bru.getEnvName()).to.equal('Place')`,
    ),
  },
  {
    name: 'documented preparations',
    path: '/prepared/{{when}}',
    method: 'POST',
    headers: [['Content-Type', 'application/json']],
    body: { type: 'json', data: '{ "user": "{{word}}" }' },
    before: `
const moment = require('moment'); const CryptoJS = require('crypto-js');
bru.setVar('when', moment('2026-01-02').add(1, 'day').format('YYYY-MM-DD'));
req.setHeader('X-Signed', CryptoJS.HmacSHA256('a message', 'a key').toString());
const body = req.getBody(); body.added = [1, 2]; req.setBody(body);
req.setTimeout(5000); req.setMaxRedirects(3);
if (!bru.hasEnvVar('never')) console.log('no such variable');
const { data } = await axios.get(bru.getEnvVar('base') + '/json'); req.setHeader('X-Name', data.name);`,
    tests: wrapInTests(
      'prepared',
      `expect(req.getHeader('X-Name')).to.equal('Ann'); expect(req.getTimeout()).to.equal(5000)`,
    ),
  },
];
