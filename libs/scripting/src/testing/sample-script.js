/// <reference path="../../tandem-script.d.ts" />

let calls = 0;

/** @param {TandemRequest} req */
export const onRequest = async (req) => {
  calls += 1;
  if (run.attempt > 3) run.stop(`still failing in iteration ${run.iteration} of ${run.iterations}`);
  if (run.row?.off === true) run.skip('off in this row');
  req.headers.set('x-request-id', crypto.randomUUID());
  const key = new TextEncoder().encode(req.env.getSecret('token') ?? '');
  const algorithm = /** @type {const} */ ({ name: 'HMAC', hash: 'SHA-256' });
  const secret = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  const made = new Uint8Array(await crypto.subtle.sign('HMAC', secret, new TextEncoder().encode(req.url)));
  req.headers.set('x-signature', btoa(String.fromCharCode(...made)));
  if (cookies.list(req.url).length === 0)
    cookies.set(req.url, 'calls', String(calls), { maxAge: 60, path: '/' });
  req.headers.set('x-calls', cookies.get(req.url, 'calls') ?? '');
  if (req.variables.login === true) {
    const res = await send({ method: 'POST', url: req.url, json: { user: 'ann' }, timeoutMs: 1_000 });
    const { execution, status } = await execute('users/Login', { variables: { token: res.json().token } });
    console.log(status, execution.id, execution.tests[0]?.status === 'passed');
  }
  const url = new URL(req.url);
  url.searchParams.set('page', String(calls));
  req.url = url.href;
  if (req.pathParams.id === 'mock') return ServiceResponse.json({ id: 1 }, { status: 201 });
  return undefined;
};

/** @param {TandemSentRequest} req @param {TandemResponse} res */
export function onResponse(req, res) {
  console.log(req.method, res.status, structuredClone(res.json()));
  if (res.ok) res.env.setVariable('lastStatus', res.status);
}

/** @param {TandemSentRequest} _req @param {TandemResponse} res */
export function onTest(_req, res) {
  describe('the answer', () => {
    test('is right', () => {
      expect(res.status).toBe(200);
      expect(res.json()).toEqual(expect.objectContaining({ a: [expect.any(Number)] }));
      expect(res.headers.get('content-type')).not.toMatch(/xml/);
    });
    it('comes in time', async () => {
      await expect(Promise.resolve(res.time)).resolves.toBeLessThan(1_000);
    });
    test.skip('later');
  });
}
