/** A response without a network, for measuring the sandbox. */
export const request = {
  id: 'rest_1',
  name: 'One',
  url: 'http://127.0.0.1/x',
  method: 'GET',
  headers: [['accept', '*/*']],
  body: null,
  pathParams: {},
  queryParams: {},
  variables: {},
};
const createResponse = (body) => ({
  status: 200,
  statusText: 'OK',
  headers: [['content-type', 'application/json']],
  cookies: [],
  time: 1,
  size: body.length,
  url: request.url,
  body,
  mocked: false,
});
export const small = createResponse('{"a":[1]}');
export const large = createResponse(
  JSON.stringify(
    Array.from({ length: 12_000 }, (_, id) => ({
      id,
      name: `Person ${id}`,
      tags: ['a', 'b', 'c'],
      active: true,
      score: id / 3,
    })),
  ).slice(0, -1) + ']',
);
export const environment = { name: 'Default', variables: { base: 'x' }, secrets: {} };
export const script = `
export function onRequest(req) { req.headers.set('x-one', req.env.getVariable('base')); }
export function onResponse(req, res) { res.env.setVariable('status', res.status); }
export function onTest(req, res) {
  test('status', () => expect(res.status).toBe(200));
  test('body', () => expect(res.json()).toBeDefined());
}`;

/** Runs the three handlers of a script; `between` simulates waiting for the response. */
export const execute = (runtime, response = small, text = script, between = async () => undefined) =>
  runtime.withSession(text, environment, new AbortController().signal, async (session) => {
    const { error } = await session.onRequest(request);
    if (error) return error.code;
    await between();
    await session.onResponse(request, response);
    const { tests } = await session.onTest(request, response);
    return tests.every(({ status }) => status === 'passed') ? 'passed' : 'failed';
  });
