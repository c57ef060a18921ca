import { createScriptRuntime } from '@tandem/scripting';

import { repeat, say, formatSpread } from './figures.mjs';
import { environment, request, script, small } from './sample.mjs';

const savedRequest = { ...request, query: [], form: null };

const createPostmanScript = (event, text) => ({ name: event, text, foreign: { dialect: 'postman', event } });

/** The benchmark's script with Postman's API: it sets a header before the request, and has two tests. */
const scripts = {
  'a Postman script': [
    createPostmanScript('beforeRequest', "pm.request.headers.upsert({ key: 'x-trace', value: 'a' });"),
    createPostmanScript(
      'tests',
      "tests['ok'] = responseCode.code === 200; tests['json'] = pm.response.json() !== null;",
    ),
  ],
  'a Postman script with chai': [
    createPostmanScript('beforeRequest', "pm.request.headers.upsert({ key: 'x-trace', value: 'a' });"),
    createPostmanScript(
      'tests',
      "pm.test('ok', () => pm.response.to.have.status(200)); pm.test('json', () => pm.response.to.be.json);",
    ),
  ],
  'a Postman script with lodash and crypto-js': [
    createPostmanScript(
      'beforeRequest',
      "pm.request.headers.upsert({ key: 'x-trace', value: CryptoJS.SHA256('a').toString() });",
    ),
    createPostmanScript('tests', "tests['json'] = _.isObject(pm.response.json());"),
  ],
};

const execute = (runtime, given) =>
  runtime.withSession(
    given,
    typeof given === 'string'
      ? environment
      : {
          ...environment,
          foreign: {
            collection: {},
            folder: {},
            request: {},
            kept: [],
            collectionName: 'bench',
            cwd: '/',
            tags: [],
            auth: 'none',
            timeoutMs: null,
            isSequential: false,
            processVariables: {},
          },
        },
    new AbortController().signal,
    async (session) => {
      await session.beforeRequest?.(savedRequest);
      await session.onRequest(request);
      await session.onResponse(request, small);
      await session.onTest(request, small);
    },
  );

/** Compares Postman scripts with Tandem scripts, in the same processes and alternating rounds. */
export const measureForeign = async (runs) => {
  process.stdout.write('\nPostman scripts\n');
  const runtime = createScriptRuntime({ hosts: 1 });
  const all = { 'a script of ours': script, ...scripts };
  const times = Object.fromEntries(Object.keys(all).map((name) => [name, []]));
  for (const given of Object.values(all)) await repeat(20, () => execute(runtime, given));
  for (let round = 0; round < 5; round++)
    for (const [name, given] of Object.entries(all))
      times[name].push(...(await repeat(runs / 5, () => execute(runtime, given))));
  for (const [name, taken] of Object.entries(times)) say(name, formatSpread(taken));
  await runtime.close();
};
