import { afterAll, describe, expect, it } from 'vitest';

import { createScriptRuntime } from './index.js';
import { sampleRequest as request, sampleResponse as response, sampleRuns } from './testing/sample.js';

const runtime = createScriptRuntime({ hosts: 1 });
afterAll(() => runtime.close());

const { onRequest, within } = sampleRuns(runtime);

describe('a global of another tool', { tags: 'agent:foreign-names' }, () => {
  it.each([
    [
      "pm.test('a', () => {})",
      'ReferenceError: pm is not defined: pm is of Postman; here a script exports onRequest(req)',
    ],
    ["bru.setVar('a', 1)", 'bru is of Bruno; here variables are req.env.getVariable(name)'],
    ['env.get("a")', 'env is req.env or res.env'],
    ['context.log()', 'there is no context; req and res are the parameters of a handler'],
    ['response.status', 'the response is res'],
    ['await fetch("http://h")', 'requests are sent by await send('],
    ["require('chai')", 'a script cannot load modules'],
    ["req.getHeader('a')", 'TypeError: req.getHeader is not a function: write req.headers.get(name)'],
    ["req.env.get('a')", 'write env.getVariable(name) or env.getSecret(name)'],
    ['expect(1).to.equal(1)', 'expect has no chains as in chai; write expect(a).toBe(b)'],
    ['expect(1).equal(1)', 'expect has no chains as in chai'],
  ])('is explained: %s', async (body, message) => {
    const { error } = await onRequest(body);
    expect(error?.message).toContain(message);
  });

  it.each(['unknownName', 'req.frob()', 'undefined.x', "throw new Error('pm is not defined')"])(
    'is not mentioned in %s',
    async (body) => {
      const { error } = await onRequest(body);
      expect(error?.message).not.toContain('pm is of');
      expect(error?.message.split(': ')).toHaveLength(2);
    },
  );

  it('is explained in tests and at load time', async () => {
    const script =
      "export function onTest(req, res) { test('a', () => pm.expect(1)); test('b', () => expect(1).to.be.ok); }";
    const { tests } = await within(script, (session) => session.onTest(request, response));
    expect(tests.map(({ error }) => error?.message)).toEqual([
      expect.stringContaining('pm is of Postman'),
      expect.stringContaining('expect has no chains'),
    ]);
    const { error } = await within('pm.globals.set("a", 1);', (session) => session.onRequest(request));
    expect(error?.message).toContain('pm is of Postman');
  });
});
