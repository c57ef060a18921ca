import { afterAll, describe, expect, it } from 'vitest';

import { createScriptRuntime } from './index.js';
import {
  patientMs,
  sampleRequest as request,
  sampleResponse as response,
  sampleRuns,
} from './testing/sample.js';

const runtime = createScriptRuntime({ limits: { wallMs: patientMs, memoryMb: 64 } });
afterAll(() => runtime.close());
const { within, onRequest } = sampleRuns(runtime);

describe('a read-only object', () => {
  it.each([
    ["req.headers.set('x-two', '2')", 'these headers are read-only'],
    ["req.headers.delete('x-one')", 'these headers are read-only'],
    ["res.headers.append('x-two', '2')", 'these headers are read-only'],
    ["req.url = 'http://h/'", 'read only'],
    ['res.status = 500', 'read only'],
    ['req.queryParams.q.push(1)', 'not extensible'],
    ['res.cookies.push(1)', 'not extensible'],
  ])('refuses %s in onResponse', async (change, message) => {
    const script = `export function onResponse(req, res) { ${change}; }`;
    const answer = await within(script, (s) => s.onResponse(request, response));
    expect(answer.error?.message).toContain(message);
  });

  it('can be copied into mutable headers', async () => {
    const script = `export function onResponse(req, res) {
      const mine = new Headers(res.headers); mine.set('x-two', '2'); return mine.get('x-two'); }`;
    expect((await within(script, (s) => s.onResponse(request, response))).result).toBe('2');
  });
});

describe('onRequest', () => {
  it('changes url, method, body and headers', async () => {
    const answer = await onRequest(`req.url = 'http://h/y'; req.method = 'POST'; req.body = 'b';
      req.headers.set('x-one', '2'); req.headers.append('X-Two', 'b');`);
    expect(answer).toMatchObject({
      present: true,
      error: null,
      request: {
        url: 'http://h/y',
        method: 'POST',
        body: 'b',
        headers: [
          ['x-one', '2'],
          ['X-Two', 'b'],
        ],
      },
      mock: null,
    });
  });

  it('reads the variables of the call and the environment', async () => {
    const answer =
      await onRequest(`return [req.name, req.id, req.pathParams.id, req.queryParams.q, req.variables.v,
      req.env.name, req.env.getVariable('base'), req.env.getSecret('token'), req.env.hasVariable('no'), req.headers.get('x-one')];`);
    expect(answer.result).toEqual([
      'One',
      'rest_1',
      '7',
      ['a', 'b'],
      1,
      'Default',
      'x',
      's3cret',
      false,
      '1',
    ]);
  });

  it('may return a mock response', async () => {
    const answer = await onRequest(
      `return new ServiceResponse('hi', { status: 201, statusText: 'Made', headers: { 'X-M': '1' } })`,
    );
    expect(answer.mock).toEqual({ status: 201, statusText: 'Made', headers: [['X-M', '1']], body: 'hi' });
  });

  it.each([99, 199, 600, 200.5, '"x"'])(
    'cannot return a mock response with the status %s',
    async (status) => {
      const answer = await onRequest(`return new ServiceResponse('', { status: ${status} })`);
      expect(answer).toMatchObject({ error: { code: 'SCRIPT_ERROR', line: 1 }, mock: null });
    },
  );

  it('is optional', async () => {
    expect(await within('const x = 1;', (s) => s.onRequest(request))).toMatchObject({
      present: false,
      error: null,
    });
  });

  it('may be declared without export, with a diagnostic', async () => {
    const answer = await within('async function onRequest(req) { req.url = "http://z/"; }', (s) =>
      s.onRequest(request),
    );
    expect(answer).toMatchObject({
      request: { url: 'http://z/' },
      diagnostics: [{ code: 'SCRIPT_NO_EXPORT', where: 'onRequest' }],
    });
  });

  it.each([
    ['export const onTest = 5;', 'onTest'],
    ['export let onResponse; export const onRequest = () => { onResponse = () => 1; };', 'onResponse'],
    ['export default { onRequest() {} };', 'script'],
  ])('that cannot be called is reported: %s', async (script, where) => {
    const { diagnostics } = await within(script, (s) => s.onRequest(request));
    expect(diagnostics).toMatchObject([{ code: 'SCRIPT_NO_HANDLER', where }]);
  });

  it('is reported by its own name if it is declared later', async () => {
    const { diagnostics } = await within('function onTest() {}', (s) => s.onRequest(request));
    expect(diagnostics).toMatchObject([{ code: 'SCRIPT_NO_EXPORT', where: 'onTest' }]);
  });

  it(
    'is reported if its name is almost right, unlike other exports',
    { tags: 'script:handler:near' },
    async () => {
      const script = 'export const sign = () => 1;\nexport function onTests() {}';
      const { diagnostics } = await within(script, (s) => s.onRequest(request));
      expect(diagnostics).toEqual([
        expect.objectContaining({ code: 'HANDLER_UNKNOWN', where: 'script:2:17' }),
      ]);
    },
  );

  it('may be a const, and asynchronous', async () => {
    const script = `export const onRequest = async (req) => { await new Promise((done) => setTimeout(done, 5)); req.body = 'late'; };`;
    expect((await within(script, (s) => s.onRequest(request))).request.body).toBe('late');
  });
});

describe('the error of a script', () => {
  it("includes the script's line and column", async () => {
    const script = `export function onRequest(req) {\n  const x = undefined;\n  return x.y;\n}`;
    const answer = await within(script, (s) => s.onRequest(request));
    expect(answer.error).toMatchObject({
      code: 'SCRIPT_ERROR',
      line: 3,
      column: 12,
      message: expect.stringContaining('TypeError') as string,
    });
    expect(JSON.stringify(answer)).not.toMatch(/file:|node:|tandem:/);
  });

  it.each([
    ['export function onRequest( {', 'SyntaxError', 1],
    ['\nimport x from "node:fs";', 'cannot import', 2],
    [`\n\nexport * from 'node:os';`, 'everything it can use is global', 3],
    ['\n\nthrow new Error("at once");', 'at once', 3],
    ['throw "text";', 'text', undefined],
    ['const a = 1; const a = 2;', 'SyntaxError', 1],
  ])('is reported when %j is loaded', async (script, message, line) => {
    const { error } = await within(script, (s) => s.onRequest(request));
    expect(error?.message).toContain(message);
    expect(error?.line).toBe(line);
  });
});

describe('module state', () => {
  it('is shared only by the handlers of one execution', async () => {
    const script = `let n = 0; export const onRequest = () => ++n; export const onResponse = () => ++n; export const onTest = () => ++n;`;
    const run = () =>
      within(script, async (s) => [
        (await s.onRequest(request)).result,
        (await s.onResponse(request, response)).result,
        (await s.onTest(request, response)).result,
      ]);
    expect(await run()).toEqual([1, 2, 3]);
    expect(await run()).toEqual([1, 2, 3]);
  });
});

describe('the environment', () => {
  it('reports the changes of each handler', async () => {
    const script = `export function onRequest(req) { req.env.setVariable('a', 1); }
      export function onResponse(req, res) {
        res.env.setVariable('seen', res.env.getVariable('a')); res.env.setSecret('s', { x: 1 }); res.env.unsetVariable('base');
      }`;
    const changes = await within(script, async (s) => [
      (await s.onRequest(request)).changes,
      (await s.onResponse(request, response)).changes,
    ]);
    expect(changes).toEqual([
      [{ kind: 'variable', name: 'a', value: '1', type: 'number' }],
      [
        { kind: 'variable', name: 'seen', value: '1', type: 'number' },
        { kind: 'secret', name: 's', value: '{"x":1}' },
        { kind: 'variable', name: 'base', value: null },
      ],
    ]);
  });
});

describe('the console', () => {
  it('formats values readably', async () => {
    const { logs } = await onRequest(
      `console.log('a', 1, { b: [1, 'x'] }, null); console.error(new Map([['k', 1]]));`,
    );
    expect(logs).toEqual([
      { level: 'log', message: `a 1 { b: [ 1, 'x' ] } null` },
      { level: 'error', message: `Map(1) { 'k' => 1 }` },
    ]);
  });

  it('reports that its limit was reached', async () => {
    const { logs } = await onRequest(`for (let i = 0; i < 500; i++) console.log(i);`);
    expect(logs).toHaveLength(201);
    expect(logs.at(-1)?.message).toContain('full');
  });

  it.each(['a', 'é', '😀'])('is cut after 64 KiB of UTF-8 within a line of %s', async (character) => {
    const { logs } = await onRequest(`console.log('${character}'.repeat(300_000)); console.log('more');`);
    expect(logs).toHaveLength(2);
    expect(logs[0]?.message).toBe(character.repeat(65_536 / Buffer.byteLength(character)));
    expect(logs[1]?.message).toBe('The console is full: 200 lines or 65536 bytes.');
  });
});

describe('the result of a handler', () => {
  it('has at most 64 KiB of UTF-8', async () => {
    expect((await onRequest(`return 'é'.repeat(32_767)`)).error).toBeNull();
    expect((await onRequest(`return 'é'.repeat(32_768)`)).error?.message).toContain('65536 bytes');
  });
});

describe('the check of a script', () => {
  it('locates a syntax error', async () => {
    expect(await runtime.check('export function onRequest() {}')).toBeNull();
    expect(await runtime.check('let a = 1;\nlet b = ;')).toMatchObject({
      code: 'SCRIPT_ERROR',
      line: 2,
      column: 9,
    });
  });
});

it('a script that exceeds the limit in bytes is refused with the name of the limit', () => {
  const most = 1024 * 1024;
  expect(runtime.beyondLimit?.('x'.repeat(most))).toBeNull();
  expect(runtime.beyondLimit?.('é'.repeat(most / 2) + 'x')).toBe(
    'is longer than 1048576 bytes of UTF-8 (TANDEM_SCRIPT_SOURCE_BYTES)',
  );
});
