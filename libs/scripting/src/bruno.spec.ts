import type { ForeignEvent, NamedScript, ScriptEnvironment } from '@tandem/core';
import { afterAll, describe, expect, it } from 'vitest';

import { createScriptRuntime } from './index.js';
import {
  patientMs,
  sampleEnvironment,
  sampleForeign,
  sampleRequest,
  sampleResponse,
} from './testing/sample.js';

const runtime = createScriptRuntime({ hosts: 1, limits: { wallMs: patientMs, cpuMs: patientMs } });
afterAll(() => runtime.close());

const bruno = (event: ForeignEvent, text: string): NamedScript => ({
  name: event,
  text,
  foreign: { dialect: 'bruno', event },
});

const environment: ScriptEnvironment = { ...sampleEnvironment, foreign: sampleForeign };

const callOnResponse = (scripts: readonly NamedScript[]) =>
  runtime.withSession(scripts, environment, new AbortController().signal, (session) =>
    session.onResponse(sampleRequest, sampleResponse),
  );

const messagesOf = async (call: string): Promise<readonly (string | undefined)[]> =>
  ((await callOnResponse([bruno('tests', `test('t', async () => { ${call}; });`)])).tests ?? []).map(
    ({ error }) => error?.message,
  );

describe('a Bruno script', () => {
  it(
    'runs before scripts of Tandem, and leaves them none of its globals',
    { tags: 'foreign:bruno:order' },
    async () => {
      const text = `const seen = [typeof bru, typeof req, typeof __tandemForeign];
      export function onResponse(req, res) { return [...seen, res.env.getVariable('a')]; }`;
      const answer = await callOnResponse([
        { name: null, text },
        bruno('afterResponse', `bru.setEnvVar('a', res.status); bru.setVar('b', { c: 1 });`),
      ]);
      expect(answer).toMatchObject({
        error: null,
        result: ['undefined', 'undefined', 'undefined', 200],
        changes: [{ kind: 'variable', name: 'a', value: '200' }],
        kept: [{ scope: 'runtime', name: 'b', value: { c: 1 } }],
      });
    },
  );

  it(
    'can run next to a Postman script, each with its own chai',
    { tags: 'foreign:bruno:order' },
    async () => {
      const postman: NamedScript = {
        name: 'test script',
        text: `pm.test('p', () => pm.response.to.have.jsonBody('a')); pm.test('q', () => pm.expect(pm.environment.get('a')).to.equal(1));`,
        foreign: { dialect: 'postman', event: 'tests' },
      };
      const { tests } = await callOnResponse([
        bruno(
          'tests',
          `bru.setEnvVar('a', '1'); test('b', () => expect(res.body).to.have.jsonBody('a[0]', 1));`,
        ),
        { ...postman, text: postman.text.replace('equal(1)', "equal('1')") },
      ]);
      expect(tests?.map(({ name, status }) => `${name} ${status}`)).toEqual(
        ['p passed', 'q passed', 'b passed'].sort(),
      );
    },
  );

  it.each([
    [
      'await bru["send" + "Request"]()',
      'bru.sendRequest is not available here: write the call with its name',
    ],
    ['require("ax" + "ios")', "require('axios') has to be written with its name as text"],
    ['bru.nothing()', 'bru.nothing is not available here'],
    ['req.onFail(() => {})', 'req.onFail is not available here'],
    ['bru.getProcessEnv("HOME")', "bru.getProcessEnv('HOME') is not allowed"],
    ['require("fs")', "require('fs') is not available here: use one of"],
    ['require("./" + "lib")', "require('./lib') has to be written with its name as text"],
    [
      'jwt.sign({}, "k", { algorithm: "RS256" })',
      'jsonwebtoken with the algorithm RS256 is not available here',
    ],
  ])('cannot use %s, and the error names it', { tags: 'foreign:bruno:refused' }, async (call, message) => {
    expect(await messagesOf(call)).toEqual([expect.stringContaining(message) as string]);
  });

  it(
    'gets a body that is not text decoded as UTF-8, and the bytes of any body',
    { tags: 'foreign:bruno:interface' },
    async () => {
      const bytes = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0);
      const text = `test('body', () => expect([res.body, res.getBody(), res('a')]).to.eql(['\\ufffdPNG\\0', '\\ufffdPNG\\0', undefined]));
        test('bytes', () => expect(res.getDataBuffer().toString('hex')).to.equal('89504e4700'));
        res.setBody({ a: 1 });
        test('set', () => expect([res.body, res('a')]).to.eql([{ a: 1 }, 1]));`;
      const onBytes = await runtime.withSession(
        [bruno('tests', text)],
        environment,
        new AbortController().signal,
        (session) => session.onResponse(sampleRequest, { ...sampleResponse, body: null, bytes }),
      );
      const onText = await callOnResponse([
        bruno('tests', `test('text', () => expect(res.getDataBuffer().toString()).to.equal('{"a":[1]}'));`),
      ]);
      const outcomes = [...(onBytes.tests ?? []), ...(onText.tests ?? [])];
      expect(outcomes.map(({ name, status }) => `${name} ${status}`)).toEqual(
        ['body', 'bytes', 'set', 'text'].map((name) => `${name} passed`),
      );
    },
  );

  it.each(['HS256', 'HS384', 'HS512'])(
    'signs and verifies a JSON Web Token with jose and %s',
    { tags: 'foreign:bruno:interface' },
    async (alg) => {
      const text = `const jose = require('jose');
        const key = new TextEncoder().encode('a key for tests that is long enough, for the longest hash too: 64');
        const token = await new jose.SignJWT({ sub: 'ann' }).setProtectedHeader({ alg: '${alg}' })
          .setIssuedAt().setExpirationTime('1h').sign(key);
        const { payload, protectedHeader } = await jose.jwtVerify(token, key);
        test('t', () => expect([protectedHeader.alg, payload.sub, payload.exp - payload.iat]).to.eql(['${alg}', 'ann', 3600]));
        test('u', () => expect(jose.decodeJwt(token).sub).to.equal('ann'));
        const [head, claims, signature] = token.split('.');
        const changed = [head, claims, (signature[0] === 'A' ? 'B' : 'A') + signature.slice(1)].join('.');
        const problem = await jose.jwtVerify(changed, key).catch((error) => error);
        test('v', () => expect(problem).to.be.an.instanceOf(jose.errors.JWSSignatureVerificationFailed));`;
      const { tests, error } = await callOnResponse([bruno('tests', text)]);
      expect(error).toBe(null);
      expect(tests).toMatchObject([{ status: 'passed' }, { status: 'passed' }, { status: 'passed' }]);
    },
  );

  it('cannot use keys of jose that are not for HMAC', { tags: 'foreign:bruno:refused' }, async () => {
    const call = `await require('jose').generateKeyPair('RS256')`;
    expect(await messagesOf(call)).toEqual([expect.stringContaining('generateKey') as string]);
  });

  it('can interpolate keys with dots', { tags: 'foreign:bruno:interface' }, async () => {
    const text = `bru.setVar('dotted', { 'a.b': [1] });
      test('s', () => expect(bru.interpolate("{{dotted['a.b'][0]}}")).to.equal('1'));`;
    expect(await callOnResponse([bruno('tests', text)])).toMatchObject({ tests: [{ status: 'passed' }] });
  });

  it('reads and keeps secrets, but does not list them', { tags: 'foreign:bruno:interface' }, async () => {
    const text = `test('s', () => {
      expect([bru.getEnvVar('token'), bru.getSecretVar('token'), bru.hasEnvVar('token')]).to.eql(['s3cret', 's3cret', true]);
      expect(bru.interpolate('{{token}}')).to.equal('s3cret');
      expect(JSON.stringify(bru.getAllEnvVars())).to.not.contain('s3cret');
    }); bru.setEnvVar('token', 'other');`;
    expect(await callOnResponse([bruno('tests', text)])).toMatchObject({
      tests: [{ status: 'passed' }],
      changes: [{ kind: 'secret', name: 'token', value: 'other' }],
    });
  });

  it('fails an assertion whose expression throws', { tags: 'foreign:bruno:interface' }, async () => {
    const pairs = [
      { name: 'res.body.no.way', value: 'isDefined' },
      { name: 'res.body.a', value: 'length 1' },
    ];
    const { tests } = await callOnResponse([bruno('assertions', `return ${JSON.stringify(pairs)};`)]);
    expect(tests?.map(({ name, status }) => [name, status])).toEqual([
      ['res.body.no.way: isDefined', 'failed'],
      ['res.body.a: length 1', 'passed'],
    ]);
  });
});
