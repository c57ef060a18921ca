import type { ForeignEvent, NamedScript } from '@tandem/core';
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

type Requires = NamedScript['requires'];

const script = (name: string, event: ForeignEvent | 'required', text: string, requires?: Requires) => ({
  ...{ name, text, foreign: { dialect: 'bruno' as const, event } },
  ...(requires === undefined ? {} : { requires }),
});
const file = (name: string, text: string, requires?: Requires) => script(name, 'required', text, requires);

/** Runs a test script that requires `./a` with the files. */
const run = (text: string, ...files: readonly NamedScript[]) => {
  const requires = Object.fromEntries(files.map(({ name }) => [`./${name}`, { file: name ?? '' }]));
  const scripts = [script('of the request', 'tests', text, requires), ...files];
  return runtime.withSession(
    scripts,
    { ...sampleEnvironment, foreign: sampleForeign },
    new AbortController().signal,
    (session) => session.onResponse(sampleRequest, sampleResponse),
  );
};

const logsOf = ({ logs }: { readonly logs: readonly { readonly message: string }[] }) =>
  logs.map(({ message }) => message);

describe('a file that a Bruno script requires', { tags: 'foreign:bruno:files' }, () => {
  it('is a Node module with access to the same globals as scripts', async () => {
    const answer = await run(
      `const a = require('./lib/a.js'); console.log(a.status, a.sum, a.dir, a.isSame, require('./data.json').list[1]);`,
      file(
        'lib/a.js',
        `const lodash = require('lodash');
         exports.sum = lodash.sum([1, 2]);
         exports.status = res.status;
         exports.dir = __dirname + ' ' + __filename;
         exports.isSame = this === module.exports && exports === module.exports;`,
      ),
      file('data.json', `{ "list": [1, "two"], "__proto__": 1 }`),
    );
    expect(answer.tests ?? []).toEqual([]);
    expect(logsOf(answer)).toEqual(['200 3 /sample/lib /sample/lib/a.js true two']);
  });

  it('is found by a path that begins with the workspace folder', async () => {
    const scripts = [
      script(
        'of the request',
        'tests',
        `const path = bru.cwd() + '/lib/x.js'; console.log(require(path).v);`,
        {
          '/lib/x.js': { file: 'lib/x.js' },
        },
      ),
      file('lib/x.js', `module.exports = { v: 'lib' };`),
    ];
    const answer = await runtime.withSession(
      scripts,
      { ...sampleEnvironment, foreign: sampleForeign },
      new AbortController().signal,
      (session) => session.onResponse(sampleRequest, sampleResponse),
    );
    expect(logsOf(answer)).toEqual(['lib']);
  });

  it('runs once, and is partially loaded if files require each other', async () => {
    const answer = await run(
      `const a = require('./a.js'); console.log(a.name, a.seen, require('./a.js') === a);`,
      file('a.js', `console.log('runs'); exports.name = 'a'; exports.seen = require('./b').seen;`, {
        './b': { file: 'b.js' },
      }),
      file('b.js', `const a = require('./a'); module.exports = { seen: Object.keys(a).join() };`, {
        './a': { file: 'a.js' },
      }),
    );
    expect(logsOf(answer)).toEqual(['runs', 'a name true']);
  });

  it.each<[string, readonly NamedScript[], string, string]>([
    [
      `\nrequire('./lib/a.js').fails()`,
      [file('lib/a.js', `exports.fails = () => {\n  throw new Error('inside');\n};`)],
      'inside',
      'lib/a.js:2:9',
    ],
    [
      `require('./lib/a.js')`,
      [file('lib/a.js', `\n\nnothing.here()`)],
      'nothing is not defined',
      'lib/a.js:3:1',
    ],
    [`require('./a.json')`, [file('a.json', `{ a: 1 }`)], 'a.json is not JSON', 'of the request:1:'],
  ])('reports its name and line in an error: %s', async (text, files, message, place) => {
    const { tests } = await run(text, ...files);
    expect(tests).toMatchObject([
      { status: 'failed', error: { message: expect.stringContaining(message) as string } },
    ]);
    expect(tests?.[0]?.error?.message).toContain(place);
  });

  it('with a syntax error is reported with its line', async () => {
    const { error } = await run(`require('./a.js')`, file('a.js', `const a = 1;\nconst = 2;`));
    expect(error).toMatchObject({
      script: 'a.js',
      line: 2,
      message: expect.stringContaining('SyntaxError') as string,
    });
  });

  it.each([
    [`require('./b')`, { './b': { problem: 'leads out' } }, `Cannot find module './b': it leads out`],
    [`require('./' + 'b')`, {}, `require('./b') has to be written with its name as text`],
    [`require('/etc/passwd')`, {}, `require('/etc/passwd') has to be written with its name as text`],
    [`require('..')`, {}, `require('..') has to be written with its name as text`],
  ])('is refused with a reason: %s', async (text, requires, message) => {
    const { tests } = await runtime.withSession(
      [script('of the request', 'tests', text, requires)],
      { ...sampleEnvironment, foreign: sampleForeign },
      new AbortController().signal,
      (session) => session.onResponse(sampleRequest, sampleResponse),
    );
    expect(tests?.[0]?.error?.message).toContain(message);
  });
});
