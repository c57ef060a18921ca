import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { fetchBruno } from '../../fetch/bruno.mjs';
import { fetchNewman } from '../../fetch/newman.mjs';
import { fetchProgram } from '../../fetch/fetch-tool.mjs';

const run = promisify(execFile);
const reporter = new URL('report-processor-time.mjs', import.meta.url).href;

const programs = new Map();
/** Returns the path of a peer's program, once the peers are installed. */
export const getProgram = (name) => programs.get(name);

/** Installs the peers once. Returns the reason if that fails. */
export const fetchPeers = async () => {
  try {
    programs.set('newman', await fetchNewman());
    programs.set('bru', await fetchBruno());
    programs.set('httpyac', await fetchProgram('httpyac', 'httpyac'));
    return undefined;
  } catch (error) {
    return error.message.split('\n')[0];
  }
};

/** Creates a collection with this many requests, each with a pre-request script and two tests. */
export const createPostmanCollection = (url, count = 1) => ({
  info: { name: 'bench', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: Array.from({ length: count }, (_, index) => ({
    name: `One ${index}`,
    request: { method: 'GET', url },
    event: [
      {
        listen: 'prerequest',
        script: { exec: [`pm.request.headers.add({ key: 'x-one', value: 'one' });`] },
      },
      {
        listen: 'test',
        script: {
          exec: [
            `pm.test('status', () => pm.response.to.have.status(200));`,
            `pm.test('body', () => pm.expect(pm.response.json().a[0]).to.equal(1));`,
          ],
        },
      },
    ],
  })),
});

/** Creates the same request as a Bruno file. */
export const createBrunoFile = (url) => `meta {
  name: One
  type: http
  seq: 1
}

get {
  url: ${url}
  body: none
  auth: none
}

script:pre-request {
  req.setHeader('x-one', 'one');
}

tests {
  test('status', () => expect(res.getStatus()).to.equal(200));
  test('body', () => expect(res.getBody().a[0]).to.equal(1));
}
`;

/** Creates the same requests as an httpyac file. */
export const createHttpyacFile = (url, count) =>
  Array.from(
    { length: count },
    (_, index) => `### One ${index}
{{
  exports.one = 'one';
}}
GET ${url}
x-one: {{one}}

{{
  const { equal } = require('assert');
  test('status', () => equal(response.statusCode, 200));
  test('body', () => equal(response.parsedBody.a[0], 1));
}}
`,
  ).join('\n');

const commands = {
  newman: (folder, count) => [
    getProgram('newman'),
    ['run', join(folder, 'one.json'), '-n', String(count), '--silent'],
  ],
  'bruno, safe': (folder, count) => [
    getProgram('bru'),
    ['run', 'one.bru', '--iteration-count', String(count)],
  ],
  'bruno, developer': (folder, count) => [
    getProgram('bru'),
    ['run', 'one.bru', '--iteration-count', String(count), '--sandbox', 'developer'],
  ],
  httpyac: (folder, count) => [
    getProgram('httpyac'),
    ['send', `${count}.http`, '--all', '--silent', '--no-color'],
  ],
};

/**
 * Opens the available peers. Each is a function that runs the same request a number of times in its own process and returns the CPU time.
 * @param {string} url
 * @param {readonly number[]} counts the numbers of requests that will be used
 */
export const openPeers = async (url, counts) => {
  const missing = await fetchPeers();
  if (missing !== undefined) {
    process.stdout.write(`left out: newman, bruno, httpyac (${missing})\n`);
    return {};
  }
  const folder = await mkdtemp(join(tmpdir(), 'tandem-bench-peers-'));
  await writeFile(join(folder, 'one.json'), JSON.stringify(createPostmanCollection(url)));
  await writeFile(join(folder, 'bruno.json'), '{ "version": "1", "name": "bench", "type": "collection" }\n');
  await writeFile(join(folder, 'one.bru'), createBrunoFile(url));
  for (const count of counts) await writeFile(join(folder, `${count}.http`), createHttpyacFile(url, count));
  const cpuFile = join(folder, 'cpu');
  const env = { ...process.env, NODE_OPTIONS: `--import=${reporter}`, TANDEM_BENCH_CPU: cpuFile };
  const peer = (make) => async (count) => {
    const [command, args] = make(folder, count);
    await writeFile(cpuFile, '');
    await run(command, args, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
    return {
      wholeCpu: (await readFile(cpuFile, 'utf8')).split('\n').reduce((sum, ms) => sum + Number(ms), 0),
    };
  };
  return Object.fromEntries(Object.entries(commands).map(([name, make]) => [name, peer(make)]));
};
