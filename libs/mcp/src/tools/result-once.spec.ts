import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { either } from '../testing/served.js';
import { serveProduct } from '../testing/served-product.js';

let testServer: Awaited<ReturnType<typeof serveProduct>>;
let id = '';
const modern = { 'mcp-protocol-version': '2025-06-18' };
const older = { 'mcp-protocol-version': '2025-03-26' };

interface Result {
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
}

const send = async (headers: Readonly<Record<string, string>>, body: object) => {
  const init = { method: 'POST', headers: { ...either, ...headers }, body: JSON.stringify(body) };
  return fetch(testServer.url, init);
};

const call = async (
  headers: Readonly<Record<string, string>>,
  name: string,
  args: object,
): Promise<Result & { readonly bytes: number }> => {
  const response = await send(headers, {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args },
  });
  const text = await response.text();
  return { ...(JSON.parse(text) as { result: Result }).result, bytes: Buffer.byteLength(text) };
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
  it('is JSON as text for a call without a known client, and for older clients', async () => {
    for (const headers of [{}, older]) {
      const { content, structuredContent } = await call(headers, 'rest_execute', { id });
      const { untrusted, ...value } = structuredContent;
      expect(JSON.parse(content[0]!.text)).toEqual(value);
      expect(untrusted).toContain('response.textBody');
    }
  });

  it('is sent once to newer clients, as structured content with readable text', async () => {
    const { content, structuredContent } = await call(modern, 'rest_execute', { id });
    const text = content[0]!.text;
    expect(text).toMatch(/^200 OK · \d+ ms · 14 bytes text · tests: 1 passed, 1 failed · exec_/);
    expect(text.match(/user › is failed: expected 1 to be 2/g)).toHaveLength(1);
    expect(text).toContain('{"name":"Ada"}');
    expect(text).not.toContain('lifecycle');
    expect(structuredContent).toMatchObject({ response: { textBody: '{"name":"Ada"}' } });
  });

  it('is sent once in a session that negotiated a newer revision, whatever other sessions negotiate', async () => {
    const initialize = async (protocolVersion: string) => {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'c', version: '1' } };
      const answer = await send({}, { jsonrpc: '2.0', id: 1, method: 'initialize', params });
      return { 'mcp-session-id': answer.headers.get('mcp-session-id') ?? '' };
    };
    const [newer, old] = [await initialize('2025-11-25'), await initialize('2025-03-26')];
    expect((await call(newer, 'rest_execute', { id })).content[0]!.text).toMatch(/^200 OK/);
    expect((await call(old, 'rest_execute', { id })).content[0]!.text).toMatch(/^\{"executionId"/);
    expect((await call({}, 'rest_execute', { id })).content[0]!.text).toMatch(/^\{"executionId"/);
  });

  it('takes at most 700 bytes as a summary', async () => {
    const { bytes, structuredContent } = await call(modern, 'rest_execute', { id, return: 'summary' });
    expect(structuredContent).toMatchObject({
      status: 200,
      size: 14,
      tests: { passed: 1, failed: 1, skipped: 0 },
      error: null,
    });
    expect(structuredContent).not.toHaveProperty('response');
    expect(bytes).toBeLessThanOrEqual(700);
  });

  it('reports what failed, with the response, if only failures are requested', async () => {
    const { structuredContent } = await call(modern, 'rest_execute', {
      id,
      return: 'failures',
      headers: 'none',
    });
    expect(structuredContent).toMatchObject({
      failures: [{ test: 'user › is failed', message: 'expected 1 to be 2' }],
      response: { headers: {}, textBody: '{"name":"Ada"}' },
    });
    const { onTest } = testServer.planned.plan;
    testServer.planned.plan.onTest = { tests: [] };
    const fine = await call(modern, 'rest_execute', { id, return: 'failures' });
    testServer.planned.plan.onTest = onTest;
    expect(Object.keys(fine.structuredContent)).toEqual([
      'executionId',
      'status',
      'time',
      'size',
      'tests',
      'error',
    ]);
  });

  it('names a failed handler at the top, in every form and when read again', async () => {
    const { onResponse } = testServer.planned.plan;
    const error = { code: 'SCRIPT_ERROR', message: 'x is not defined' };
    testServer.planned.plan.onResponse = { error };
    const failed = { failedHandlers: { onResponse: error } };
    for (const form of ['summary', 'failures', 'full'] as const) {
      const { structuredContent } = await call(modern, 'rest_execute', { id, return: form });
      expect(structuredContent).toMatchObject(failed);
      expect(structuredContent.untrusted).toContain('failedHandlers');
      const { executionId } = structuredContent;
      const again = await call(modern, 'executions_get', { id: executionId, return: form });
      expect(again.structuredContent).toMatchObject(form === 'summary' ? failed : { result: failed });
    }
    testServer.planned.plan.onResponse = onResponse;
  });

  it('has diagnostics in a summary, such as one for a path parameter that the URL does not have', async () => {
    const wanted = { id, pathParams: { id: 1 }, return: 'summary' };
    const { structuredContent } = await call(modern, 'rest_execute', wanted);
    expect(structuredContent.diagnostics).toEqual([
      {
        code: 'PATH_PARAM_UNUSED',
        message: 'The URL has no segment :id, so the path parameter was not used. Write the segment as /:id.',
        where: 'pathParams.id',
      },
    ]);
  });

  it('has only the requested headers', async () => {
    const names = async (headers: unknown) => {
      const { structuredContent } = await call(modern, 'rest_execute', { id, headers });
      return Object.keys((structuredContent.response as { headers: object }).headers);
    };
    expect(await names('all')).toEqual(['content-type']);
    expect(await names(['Content-Type', 'x-none'])).toEqual(['content-type']);
    expect(await names('none')).toEqual([]);
    expect((await call(modern, 'rest_execute', { id, headers: 'some' })).isError).toBe(true);
  });

  it('has the headers requested by name in a summary too', async () => {
    const wanted = { return: 'summary', headers: ['content-type'] };
    const ran = await call(modern, 'rest_execute', { id, ...wanted });
    const { executionId } = ran.structuredContent;
    const again = await call(modern, 'executions_get', { id: executionId, ...wanted });
    for (const { content, structuredContent } of [ran, again]) {
      expect(structuredContent.headers).toEqual({ 'content-type': 'application/json' });
      expect(structuredContent.untrusted).toContain('headers');
      expect(content[0]!.text).toContain('headers: {"content-type":"application/json"}');
    }
  });

  it('shows the complete selection in its text', async () => {
    const ran = await call(modern, 'rest_execute', { id, select: '$', return: 'summary' });
    expect(ran.content[0]!.text).toContain('selected: [{"name":"Ada"}]');
  });

  it('is shortened in the same way when read again', async () => {
    const { structuredContent: ran } = await call(modern, 'rest_execute', { id });
    const read = (more: object) => call(modern, 'executions_get', { id: ran.executionId, ...more });
    expect((await read({ return: 'summary' })).structuredContent).not.toHaveProperty('result');
    const { structuredContent } = await read({ return: 'failures', headers: 'none' });
    expect(structuredContent).toMatchObject({
      size: 14,
      result: { failures: [{}], response: { headers: {} } },
    });
    expect(structuredContent.untrusted).toContain('result.response.textBody');
  });
});

describe('a dry run', { tags: 'dry-run:nothing' }, () => {
  it('has the request as readable text, and the origins as structured content', async () => {
    const before = testServer.planned.seen.sent.length;
    const { content, structuredContent } = await call(modern, 'rest_execute', { id, dryRun: true });
    expect(content[0]!.text).toMatch(/^dry run · nothing was sent\n--- untrusted/);
    expect(content[0]!.text).toContain('GET http://h/');
    expect(content[0]!.text).toContain('headers.user-agent: default');
    expect(structuredContent).toMatchObject({ dryRun: true, origins: { method: [{ from: 'request' }] } });
    expect(testServer.planned.seen.sent.length).toBe(before);
  });

  it.each(['summary', 'failures', 'full'])('is the same with return %s', async (form) => {
    const shown = await call(modern, 'rest_execute', { id, dryRun: true, return: form });
    expect(shown.structuredContent).toMatchObject({ dryRun: true, error: null });
  });

  it('of a run shows each request', async () => {
    const { structuredContent } = await call(modern, 'runs_execute', { folder: '', dryRun: true });
    expect(structuredContent).toMatchObject({ dryRun: true, counts: { sendable: 1 } });
  });
});

describe('the result of another tool', () => {
  it('shows its plain fields as text, with one line for each entry', async () => {
    const { content } = await call(modern, 'rest_list', {});
    expect(content[0]!.text).toMatch(/^requests: \d+\n- rest_\w+ · .* · GET · http/);
  });

  it('has a script, schema or diff on its own lines, distinct from the other text', async () => {
    const script = 'export function onTest(req, res) {\n  test("a", () => {});\n}\n';
    const own = await testServer.planned.createRest({ url: 'http://h/', script });
    const { content } = await call(modern, 'rest_get', { id: own });
    expect(content[0]!.text).toContain(
      'script:\n  export function onTest(req, res) {\n    test("a", () => {});\n  }\n',
    );
    const edits = [{ old: '"a"', new: '"b"' }];
    const changed = await call(modern, 'rest_update_script', { id: own, edits, return: 'brief' });
    expect(changed.content[0]!.text).toContain('\n  -  test("a", () => {});\n  +  test("b", () => {});\n');
  });

  it('says how much of a long text is not shown', async () => {
    const script = `// ${'x'.repeat(4_997)}\n\n// end`;
    const own = await testServer.planned.createRest({ url: 'http://h/', script });
    const { content } = await call(modern, 'rest_get', { id: own });
    expect(content[0]!.text).toContain('\n  … 1008 more characters\n');
    expect(content[0]!.text).not.toContain('// end');
  });

  it('shows where a search matched each request', async () => {
    await testServer.planned.createRest({
      url: 'http://h/',
      headers: [{ name: 'X-Sought', value: '1', enabled: true }],
    });
    const { content } = await call(modern, 'rest_list', { search: 'x-sought' });
    expect(content[0]!.text).toMatch(/"field":"headers","excerpt":"X-Sought: 1"/);
  });

  it('shows the shape of the parts of a form', async () => {
    const body = { type: 'multipart', parts: { photo: { file: 'photo.bin' } } };
    const { content } = await call(modern, 'rest_create', { name: 'Upload', url: 'http://h/', body });
    expect(content[0]!.text).toContain('body.parts must be a list of { name, value } or { name, file }, not');
  });
});
