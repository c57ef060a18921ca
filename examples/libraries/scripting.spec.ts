import { createScriptRuntime } from '@tandem/scripting';
import { expect, it } from 'vitest';

it('the scripting library runs an untrusted script in an isolate of its own', async () => {
  const runtime = createScriptRuntime({ limits: { cpuMs: 200, memoryMb: 32 } });
  const script = `
    export function onRequest(req) {
      req.headers.set('x-token', req.env.getSecret('TOKEN'));
      return typeof process;
    }`;
  const environment = { name: 'local', variables: {}, secrets: { TOKEN: 't0k3n' } };
  const request = {
    ...{ id: 'rest_1', name: 'One', url: 'http://127.0.0.1/', method: 'GET', headers: [], body: null },
    ...{ pathParams: {}, queryParams: {}, variables: {} },
  };
  const { signal } = new AbortController();
  try {
    const answer = await runtime.withSession(script, environment, signal, (session) =>
      session.onRequest(request),
    );
    expect(answer).toMatchObject({
      error: null,
      result: 'undefined',
      request: { headers: [['x-token', 't0k3n']] },
    });
  } finally {
    await runtime.close();
  }
});
