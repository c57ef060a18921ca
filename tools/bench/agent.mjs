import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { launch, temporaryFolder } from '@tandem/node/testing';

import { createJobsBefore } from './agent/before.mjs';
import { connectAgent } from './agent/client.mjs';
import { jobs } from './agent/jobs.mjs';
import { createJobsNow } from './agent/now.mjs';
import { launchCommit } from './agent/old-commit.mjs';
import { createShopRequests } from './agent/shop.mjs';
import { startTarget } from './agent/target.mjs';

/**
 * Twenty tasks that an agent does with the tools, with the number of calls and bytes that each task takes in both directions.
 * `npm run bench -- agent`; `--against COMMIT` also does the tasks with the tools of that commit, which it clones and
 * builds in a temporary folder. Its script is written for 7f1322c.
 */
const at = process.argv.indexOf('--against');
const commit = at < 0 ? undefined : process.argv[at + 1];

/** Prepares what exists before the agent starts: a collection, and the report of somebody else's run. */
const prepare = async (url, base, path) => {
  await writeFile(join(path, 'photo.bin'), Buffer.alloc(40_000, 7));
  const { call } = await connectAgent(url);
  for (const request of createShopRequests(base)) await call('rest_create', request);
  const { id } = await call('rest_create', { name: 'Report', url: `${base}/report` });
  await call('rest_execute', { id });
};

/** Does all tasks. Resolves with the cost of the connection, followed by the cost of each task. */
const measure = async (start, scriptOf) => {
  const folder = await temporaryFolder();
  const target = await startTarget();
  const workspace = join(folder.path, 'api');
  const server = await start([
    '--port',
    '0',
    '--data-dir',
    join(folder.path, 'data'),
    '--workspace',
    workspace,
  ]);
  try {
    const [line = ''] = await server.lines(1);
    const url = line.slice(line.indexOf('http'));
    await prepare(url, target.url, workspace);
    const agent = await connectAgent(url);
    const took = [['connect', agent.meter.now()]];
    const script = scriptOf(target.url);
    for (const [name, , expected] of jobs) {
      const began = agent.meter.now();
      const answer = await script[name](agent);
      if (!isDeepStrictEqual(answer, expected))
        throw new Error(
          `${name}: the answer is ${JSON.stringify(answer)} and not ${JSON.stringify(expected)}`,
        );
      took.push([name, agent.meter.since(began)]);
    }
    return took;
  } finally {
    await server.stop();
    target.close();
    await folder.remove();
  }
};

const total = (took) =>
  took.reduce(
    (all, [, one]) => ({
      calls: all.calls + one.calls,
      sent: all.sent + one.sent,
      received: all.received + one.received,
    }),
    { calls: 0, sent: 0, received: 0 },
  );

const what = new Map([
  ['connect', 'Connect and list the tools.'],
  ...jobs.map(([name, text]) => [name, text]),
]);
const formatFigures = ({ calls, sent, received }) =>
  [calls, sent, received].map((one) => one.toLocaleString('en'));
const print = (rows) => {
  for (const row of rows) process.stdout.write(`| ${row.join(' | ')} |\n`);
};

const present = await measure((args) => launch('mcp-server', args), createJobsNow);
if (commit === undefined) {
  print([
    ['job', 'calls', 'bytes sent', 'bytes received'],
    ['-', '-:', '-:', '-:'],
    ...present.map(([name, one]) => [what.get(name), ...formatFigures(one)]),
    ['**all**', ...formatFigures(total(present))],
  ]);
} else {
  const old = await launchCommit(commit);
  try {
    const past = await measure(old.start, createJobsBefore);
    const row = (name, one, other) => [
      name,
      ...[one.calls, other.calls, one.sent + one.received, other.sent + other.received].map((each) =>
        each.toLocaleString('en'),
      ),
    ];
    const [one, other] = [total(past), total(present)];
    print([
      ['job', `calls, ${commit}`, 'calls, now', `bytes, ${commit}`, 'bytes, now'],
      ['-', '-:', '-:', '-:', '-:'],
      ...past.map(([name, each], place) => row(what.get(name), each, present[place][1])),
      row('**all**', one, other),
    ]);
    const share = (a, b) => `${Math.round((100 * a) / b)} %`;
    process.stdout.write(
      `\n${share(other.calls, one.calls)} of the calls, ${share(other.sent + other.received, one.sent + one.received)} of the bytes\n`,
    );
  } finally {
    await old.remove();
  }
}
