import { readTexts, readToolResult, type ToolAnswer } from '@tandem/node/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { acceptEither } from '../testing/served.js';
import { serveProduct } from '../testing/served-product.js';

let testServer: Awaited<ReturnType<typeof serveProduct>>;
let id = '';
const modern = { 'mcp-protocol-version': '2025-06-18' };
const older = { 'mcp-protocol-version': '2025-03-26' };

type Value = Readonly<Record<string, unknown>> & { readonly untrusted?: readonly string[] };

interface CallRecord {
  readonly answer: ToolAnswer;
  readonly value: Value;
  readonly texts: readonly string[];
  readonly bytes: number;
}

const send = async (headers: Readonly<Record<string, string>>, body: object) => {
  const init = { method: 'POST', headers: { ...acceptEither, ...headers }, body: JSON.stringify(body) };
  return fetch(testServer.url, init);
};

const call = async (
  headers: Readonly<Record<string, string>>,
  name: string,
  args: object,
): Promise<CallRecord> => {
  const response = await send(headers, {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args },
  });
  const text = await response.text();
  const answer = (JSON.parse(text) as { result: ToolAnswer }).result;
  return {
    answer,
    value: readToolResult<Value>(answer),
    texts: readTexts(answer),
    bytes: Buffer.byteLength(text),
  };
};

beforeAll(async () => {
  testServer = await serveProduct();
  testServer.planned.plan.response = {
    headers: [['content-type', 'application/json']],
    body: new TextEncoder().encode('{"name":"Ada"}'),
  };
  const [passed, failed] = (['passed', 'failed'] as const).map((status) => ({
    name: `is ${status}`,
    suite: ['user'],
    status,
    durationMs: 1,
    error: status === 'failed' ? { message: 'expected 1 to be 2' } : null,
  }));
  testServer.planned.plan.onTest = { tests: [passed!, failed!] };
  id = await testServer.planned.createRest({ url: 'http://h/', script: 'export const onTest = () => {}' });
});
afterAll(() => testServer.close());

describe('the result of an execution', { tags: ['mcp:result:once', 'mcp:result:return'] }, () => {
  it('is one text block with the complete JSON for every client', async () => {
    for (const headers of [{}, older, modern]) {
      const { answer, value, texts } = await call(headers, 'rest_execute', { id });
      expect(Object.keys(answer)).toEqual(['content']);
      expect(texts).toHaveLength(1);
      expect(value).toMatchObject({
        response: { status: 200, textBody: '{"name":"Ada"}' },
        lifecycle: { tests: { results: [{ name: 'is passed' }, { name: 'is failed' }] } },
      });
      expect(value.untrusted).toContain('response.textBody');
    }
  });

  it('takes at most 700 bytes as a summary', async () => {
    const { bytes, value } = await call(modern, 'rest_execute', { id, return: 'summary' });
    expect(value).toMatchObject({
      status: 200,
      size: 14,
      tests: { passed: 1, failed: 1, skipped: 0 },
      error: null,
    });
    expect(value).not.toHaveProperty('response');
    expect(bytes).toBeLessThanOrEqual(700);
  });

  it('lists failed tests in the summary, also when it is read later, and omits the list if no test failed', async () => {
    const failures = [{ test: 'user › is failed', message: 'expected 1 to be 2' }];
    const { value } = await call(modern, 'rest_execute', { id, return: 'summary' });
    expect(value).toMatchObject({ failures });
    expect(value.untrusted).toContain('failures');
    const { executionId } = value;
    const again = await call(modern, 'executions_get', { id: executionId, return: 'summary' });
    expect(again.value).toMatchObject({ failures });
    const { onTest } = testServer.planned.plan;
    testServer.planned.plan.onTest = { tests: [] };
    const fine = await call(modern, 'rest_execute', { id, return: 'summary' });
    testServer.planned.plan.onTest = onTest;
    expect(fine.value).not.toHaveProperty('failures');
  });

  it('contains failures and the response if the call asks only for failures', async () => {
    const { value } = await call(modern, 'rest_execute', {
      id,
      return: 'failures',
      headers: 'none',
    });
    expect(value).toMatchObject({
      failures: [{ test: 'user › is failed', message: 'expected 1 to be 2' }],
      response: { headers: {}, textBody: '{"name":"Ada"}' },
    });
    const { onTest } = testServer.planned.plan;
    testServer.planned.plan.onTest = { tests: [] };
    const fine = await call(modern, 'rest_execute', { id, return: 'failures' });
    testServer.planned.plan.onTest = onTest;
    expect(Object.keys(fine.value)).toEqual(['executionId', 'status', 'time', 'size', 'tests', 'error']);
  });

  it('names a failed handler at the top in every form, and also when it is read later', async () => {
    const { onResponse } = testServer.planned.plan;
    const error = { code: 'SCRIPT_ERROR', message: 'x is not defined' };
    testServer.planned.plan.onResponse = { error };
    const failed = { failedHandlers: { onResponse: error } };
    for (const form of ['summary', 'failures', 'full'] as const) {
      const { value } = await call(modern, 'rest_execute', { id, return: form });
      expect(value).toMatchObject(failed);
      expect(value.untrusted).toContain('failedHandlers');
      const { executionId } = value;
      const again = await call(modern, 'executions_get', { id: executionId, return: form });
      expect(again.value).toMatchObject(form === 'summary' ? failed : { result: failed });
    }
    testServer.planned.plan.onResponse = onResponse;
  });

  it('contains diagnostics in a summary, for example about a path parameter that is not in the URL', async () => {
    const wanted = { id, pathParams: { id: 1 }, return: 'summary' };
    const { value } = await call(modern, 'rest_execute', wanted);
    expect(value.diagnostics).toEqual([
      {
        code: 'PATH_PARAM_UNUSED',
        message: 'The URL has no segment :id, so the path parameter was not used. Write the segment as /:id.',
        where: 'pathParams.id',
      },
    ]);
  });

  it('contains only the requested headers', async () => {
    const names = async (headers: unknown) => {
      const { value } = await call(modern, 'rest_execute', { id, headers });
      return Object.keys((value.response as { headers: object }).headers);
    };
    expect(await names('all')).toEqual(['content-type']);
    expect(await names(['Content-Type', 'x-none'])).toEqual(['content-type']);
    expect(await names('none')).toEqual([]);
    expect((await call(modern, 'rest_execute', { id, headers: 'some' })).answer.isError).toBe(true);
  });

  it('contains headers that are requested by name, even in a summary', async () => {
    const wanted = { return: 'summary', headers: ['content-type'] };
    const ran = await call(modern, 'rest_execute', { id, ...wanted });
    const { executionId } = ran.value;
    const again = await call(modern, 'executions_get', { id: executionId, ...wanted });
    for (const { value } of [ran, again]) {
      expect(value.headers).toEqual({ 'content-type': 'application/json' });
      expect(value.untrusted).toContain('headers');
    }
  });

  it('contains the selection completely', async () => {
    const ran = await call(modern, 'rest_execute', { id, select: '$', return: 'summary' });
    expect(ran.value.selected).toEqual([{ name: 'Ada' }]);
  });

  it('is shortened in the same way when it is read later', async () => {
    const { value: ran } = await call(modern, 'rest_execute', { id });
    const read = (more: object) => call(modern, 'executions_get', { id: ran.executionId, ...more });
    expect((await read({ return: 'summary' })).value).not.toHaveProperty('result');
    const { value } = await read({ return: 'failures', headers: 'none' });
    expect(value).toMatchObject({
      size: 14,
      result: { failures: [{}], response: { headers: {} } },
    });
    expect(value.untrusted).toContain('result.response.textBody');
  });
});

describe('a dry run', { tags: 'dry-run:nothing' }, () => {
  it('has the request and the origins of its parts', async () => {
    const before = testServer.planned.seen.sent.length;
    const { value } = await call(modern, 'rest_execute', { id, dryRun: true });
    expect(value).toMatchObject({
      dryRun: true,
      request: { method: 'GET', url: 'http://h/' },
      origins: { method: [{ from: 'request' }], 'headers.user-agent': [{ from: 'default' }] },
    });
    expect(testServer.planned.seen.sent.length).toBe(before);
  });

  it.each(['summary', 'failures', 'full'])('has the same content with return %s', async (form) => {
    const shown = await call(modern, 'rest_execute', { id, dryRun: true, return: form });
    expect(shown.value).toMatchObject({ dryRun: true, error: null });
  });

  it('shows each request of a run', async () => {
    const { value } = await call(modern, 'runs_execute', { folder: '', dryRun: true });
    expect(value).toMatchObject({ dryRun: true, counts: { sendable: 1 } });
  });
});

describe('the result of an execution with "return": "body"', { tags: 'mcp:result:return' }, () => {
  it('contains only the status and the body, in less than 200 bytes', async () => {
    const planned = testServer.planned;
    const [own, tests] = [await planned.createRest({ url: 'http://h/' }), planned.plan.onTest];
    planned.plan.onTest = { tests: [] };
    const { value, texts } = await call(modern, 'rest_execute', { id: own, return: 'body' });
    planned.plan.onTest = tests;
    expect(value).toEqual({ status: 200, body: '{"name":"Ada"}', untrusted: ['body'] });
    expect(Buffer.byteLength(texts.join(''))).toBeLessThan(200);
  });

  it('names failed tests, and shows the selected values instead of the body', async () => {
    const { value } = await call(modern, 'rest_execute', { id, return: 'body', select: '$.name' });
    expect(value).toMatchObject({ status: 200, selected: ['Ada'], failures: [{ test: 'user › is failed' }] });
    expect(value).not.toHaveProperty('body');
  });
});

describe('a run', { tags: 'run:outcome' }, () => {
  it('lists failures with their logs, and also requests without tests if tests are required', async () => {
    const planned = testServer.planned;
    const [tests, script] = [planned.plan.onTest, 'export const onTest = () => {}'];
    await planned.createRest({ name: 'Logs', url: 'http://h/', script });
    await planned.createRest({ name: 'Bare', url: 'http://h/' });
    planned.plan.onTest = { ...tests, logs: [{ level: 'warn', message: 'near the limit' }] };
    const failed = await call(modern, 'runs_execute', { ids: ['Logs'] });
    expect(failed.value).toMatchObject({
      failures: [expect.stringMatching(/^Logs · failed · 200 .*logs: warn near the limit$/) as string],
    });
    planned.plan.onTest = { tests: [] };
    const { value } = await call(modern, 'runs_execute', { ids: ['Bare'], requireTests: true });
    planned.plan.onTest = tests;
    expect(value).toMatchObject({
      failures: [expect.stringMatching(/^Bare · untested · 200 .*has no tests/) as string],
    });
  });
});

describe('a long text in a result', { tags: 'mcp:result:text' }, () => {
  const lines = Array.from({ length: 300 }, (_, at) => `// line ${at}`).join('\n');
  const script = `${lines}\nexport function onTest(req, res) {\n  test("a", () => {});\n}\n`;

  it('is a separate, complete block, and the JSON contains its number', async () => {
    const own = await testServer.planned.createRest({ url: 'http://h/', script });
    const { texts } = await call(modern, 'rest_get', { id: own });
    expect(texts).toHaveLength(2);
    expect(JSON.parse(texts[0]!)).toMatchObject({ id: own, script: { block: 2, size: script.length } });
    expect(texts[1]).toBe(script);
  });

  it.each(['', 'export const onTest = () => {};'])('stays in the JSON if it is short: %j', async (short) => {
    const own = await testServer.planned.createRest({ url: 'http://h/', script: short });
    const { texts } = await call(modern, 'rest_get', { id: own });
    expect(texts).toHaveLength(1);
    expect(JSON.parse(texts[0]!)).toMatchObject({ script: short });
  });

  it('stays in the JSON if it has invisible characters, because these would be lost as text', async () => {
    const hidden = `${script}// \u202e`;
    const own = await testServer.planned.createRest({ url: 'http://h/', script: hidden });
    const { texts } = await call(modern, 'rest_get', { id: own });
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain('\\u202e');
    expect(JSON.parse(texts[0]!)).toMatchObject({ script: hidden });
  });

  it('has a block of its own even if the result has several long texts', async () => {
    const own = await testServer.planned.createRest({ url: 'http://h/', script });
    const edits = [{ old: lines, new: lines.replaceAll('line', 'row') }];
    const { texts, value } = await call(modern, 'rest_update_script', { id: own, edits });
    expect(texts).toHaveLength(3);
    expect(value).toMatchObject({ request: { script: script.replaceAll('line', 'row') } });
    expect(value.diff).toContain('\n-// line 299\n');
  });
});

describe('the result of another tool', () => {
  it('shows where a search matched each request', async () => {
    await testServer.planned.createRest({
      url: 'http://h/',
      headers: [{ name: 'X-Sought', value: '1', enabled: true }],
    });
    const { texts } = await call(modern, 'rest_list', { search: 'x-sought' });
    expect(texts[0]).toMatch(/"field":"headers","excerpt":"X-Sought: 1"/);
  });

  it('shows the expected parts of a form', async () => {
    const body = { type: 'multipart', parts: { photo: { file: 'photo.bin' } } };
    const { texts } = await call(modern, 'rest_create', { name: 'Upload', url: 'http://h/', body });
    expect(texts[0]).toContain('body.parts must be a list of { name, value } or { name, file }, not');
  });
});
