import type { ForeignEvent, ForeignRequest, NamedScript, ScriptEnvironment } from '@tandem/core';
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

const postman = (event: ForeignEvent, text: string): NamedScript => ({
  name: event === 'tests' ? 'test script' : 'pre-request script',
  text,
  foreign: { dialect: 'postman', event },
});

const environment: ScriptEnvironment = {
  ...sampleEnvironment,
  foreign: { ...sampleForeign, collection: { word: 'collection' } },
};
const savedRequest: ForeignRequest = {
  ...sampleRequest,
  url: '{{base}}/x',
  query: [['q', '1']],
  form: null,
  contentType: null,
  authHeader: null,
};

const withSession = <A>(
  scripts: readonly NamedScript[],
  use: Parameters<typeof runtime.withSession<A>>[3],
  on = runtime,
): Promise<A> => on.withSession(scripts, environment, new AbortController().signal, use);

const testsOf = (text: string, on = runtime) =>
  withSession([postman('tests', text)], (session) => session.onResponse(sampleRequest, sampleResponse), on);

const messagesOf = async (text: string): Promise<readonly (string | undefined)[]> =>
  ((await testsOf(text)).tests ?? []).map(({ error }) => error?.message);

describe('a Postman script', () => {
  it(
    'gets a body that is not text as its bytes, decoded as UTF-8 where it asks for text',
    { tags: 'foreign:interface' },
    async () => {
      const bytes = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0);
      const text = `pm.test('status', () => pm.response.to.have.status(200));
        pm.test('text', () => pm.expect(pm.response.text()).to.equal('\\ufffdPNG\\0'));
        pm.test('older', () => pm.expect(responseBody).to.equal('\\ufffdPNG\\0'));
        pm.test('bytes', () => pm.expect([...pm.response.stream]).to.eql([0x89, 0x50, 0x4e, 0x47, 0]));
        pm.test('data', () => pm.expect(pm.response.dataURI()).to.match(/;base64, iVBORwA=$/));`;
      const answer = await withSession([postman('tests', text)], (session) =>
        session.onResponse(sampleRequest, { ...sampleResponse, body: null, bytes }),
      );
      expect((answer.tests ?? []).map(({ name, status }) => `${name} ${status}`)).toEqual(
        ['status', 'text', 'older', 'bytes', 'data'].map((name) => `${name} passed`),
      );
    },
  );

  it('runs on a response that is too long for scripts', { tags: 'foreign:interface' }, async () => {
    const text = `pm.test('status', () => pm.response.to.have.status(200));
      pm.test('text', () => pm.expect(() => pm.response.text()).to.throw('too long for a script'));`;
    const answer = await withSession([postman('tests', text)], (session) =>
      session.onResponse(sampleRequest, { ...sampleResponse, body: null }),
    );
    expect((answer.tests ?? []).map(({ name, status }) => `${name} ${status}`)).toEqual([
      'status passed',
      'text passed',
    ]);
  });

  it(
    'runs before scripts of Tandem, and leaves them none of its globals',
    { tags: 'foreign:order' },
    async () => {
      const own = {
        name: null,
        text: `const seen = [typeof pm, typeof postman, typeof __tandemForeign];
        export function onResponse(req, res) { return [...seen, res.env.getVariable('a')]; }`,
      };
      const scripts = [own, postman('tests', `pm.environment.set('a', 'set'); pm.test('t', () => {});`)];
      const answer = await withSession(scripts, (session) =>
        session.onResponse(sampleRequest, sampleResponse),
      );
      expect(answer).toMatchObject({
        error: null,
        result: ['undefined', 'undefined', 'undefined', 'set'],
        changes: [{ kind: 'variable', name: 'a', value: 'set' }],
        tests: [{ name: 't', status: 'passed', script: 'test script' }],
      });
    },
  );

  it('changes the request before its variables are filled in', { tags: 'foreign:order' }, async () => {
    const text = `
      pm.request.headers.upsert({ key: 'x-one', value: '{{later}}' });
      pm.request.url.query.add({ key: 'r', value: '{{s}}' });
      pm.variables.set('later', 2);
      pm.request.method = 'PUT';`;
    const answer = await withSession(
      [postman('beforeRequest', text)],
      (session) =>
        session.beforeRequest?.(savedRequest) ?? Promise.reject(new Error('there is no such script')),
    );
    expect(answer).toMatchObject({
      error: null,
      locals: { later: 2 },
      request: {
        url: '{{base}}/x?q=1&r={{s}}',
        query: [],
        method: 'PUT',
        headers: [['x-one', '{{later}}']],
        body: null,
      },
    });
  });

  it('leaves the saved request unchanged if it makes no changes', async () => {
    const odd = {
      ...savedRequest,
      url: 'http://{{h}}:{{p}}/a//b/:id/{{c}}?z=1&&y#f',
      pathParams: { id: '7' },
    };
    const answer = await withSession(
      [postman('beforeRequest', 'pm.request.url.toString();')],
      (session) => session.beforeRequest?.(odd) ?? Promise.reject(new Error('there is no such script')),
    );
    expect(answer.request).toEqual({
      url: odd.url,
      query: odd.query,
      method: odd.method,
      headers: odd.headers,
      body: null,
      form: null,
    });
  });

  it('runs in a step that exists only in sessions with such scripts', { tags: 'foreign:free' }, async () => {
    await withSession([{ name: null, text: 'export {};' }], (session) => {
      expect(session.beforeRequest).toBeUndefined();
      return Promise.resolve();
    });
  });

  it('leaves nothing in an isolate whose scripts only mention it', { tags: 'foreign:free' }, async () => {
    const globalsOf = async (text: string, foreign: readonly NamedScript[] = []) => {
      const own = `${text}
          const names = Object.getOwnPropertyNames(globalThis).sort();
          export function onResponse() { return names; }`;
      const scripts = [{ name: null, text: own }, ...foreign];
      const answer = await withSession(scripts, (session) =>
        session.onResponse(sampleRequest, sampleResponse),
      );
      expect(answer.error).toBeNull();
      return answer.result as readonly string[];
    };
    const plain = await globalsOf('');
    expect(
      plain.filter((name) =>
        /^(pm|postman|bru|responseCode|_|CryptoJS|chai|tv4|cheerio|xml2Json)$/.test(name),
      ),
    ).toEqual([]);
    expect(
      await globalsOf(`// pm.test('a', () => require('lodash')); bru.setVar('b', CryptoJS, _, chai);`),
    ).toEqual(plain);
  });

  it('reports where it failed, and keeps earlier test results', { tags: 'foreign:interface' }, async () => {
    const answer = await testsOf(`pm.test('one', () => {});\n\n  nothing.here();`);
    expect(answer.error).toBe(null);
    expect(answer.tests).toMatchObject([
      { name: 'one', status: 'passed' },
      {
        name: 'Test script',
        status: 'failed',
        error: { message: 'ReferenceError: nothing is not defined (test script:3:3)' },
      },
    ]);
  });

  it('reports the location of a syntax error', async () => {
    expect(await messagesOf('\npm.test(;\n')).toEqual([
      expect.stringMatching(/SyntaxError.*test script:2/) as string,
    ]);
  });

  it.each([
    ['pm.vault.get("a")', 'pm.vault is not available here: there is no vault'],
    ['pm.nothing()', 'pm.nothing is not available here'],
    ['require("fs")', "require('fs') is not available here: use one of chai, lodash"],
    ['require(["lo", "dash"].join(""))', 'has to be written with its name as text'],
    ['pm.variables.replaceIn("{{$randomNothing}}")', '{{$randomNothing}} is not available here: use one of'],
  ])('cannot use %s, and the error names it', { tags: 'foreign:refused' }, async (call, message) => {
    expect(await messagesOf(`pm.test('t', () => { ${call}; });`)).toEqual([
      expect.stringContaining(message) as string,
    ]);
  });

  it('ends at the limits for all scripts, even if it breaks out of its function', async () => {
    const strict = createScriptRuntime({ hosts: 1, limits: { cpuMs: 500, tests: 3 } });
    try {
      for (const text of ['for (;;) {}', '} }); for (;;) {} (function () { return async () => {'])
        expect((await testsOf(text, strict)).error).toMatchObject({ code: 'SCRIPT_TIMEOUT' });
      const many = await testsOf('for (let i = 0; i < 9; i++) pm.test(i, () => {});', strict);
      expect(many.error?.message).toContain('a script may have at most 3 tests');
      expect(many.tests).toHaveLength(3);
    } finally {
      await strict.close();
    }
  });

  it('does not turn a secret into a plain variable', async () => {
    const answer = await testsOf(
      `pm.environment.set('token', 'other'); console.log(pm.environment.get('token'));`,
    );
    expect(answer.changes).toEqual([{ kind: 'secret', name: 'token', value: 'other' }]);
    expect(answer.logs).toMatchObject([{ message: 'other' }]);
  });

  it('gets the same values if its session moves to another script host', async () => {
    const two = createScriptRuntime({ hosts: 2, limits: { cpuMs: patientMs, wallMs: patientMs } });
    try {
      const first = `pm.environment.set('r', pm.variables.replaceIn('{{$guid}} {{$timestamp}}')); here = pm.environment.get('r');`;
      const scripts = [postman('beforeRequest', first), postman('tests', 'console.log(here);')];
      const [made, shown] = await withSession(
        scripts,
        async (session) => {
          const before = await session.beforeRequest?.(savedRequest);
          // This script exceeds the memory limit, which ends the session's host.
          await testsOf('const all = []; for (;;) all.push(new Array(1e6).fill(1));', two);
          const after = await session.onResponse(sampleRequest, sampleResponse);
          return [before?.changes[0]?.value, after.logs[0]?.message];
        },
        two,
      );
      expect(shown).toBe(made);
    } finally {
      await two.close();
    }
  });
});
