import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { measureLongestBlock } from './support/gauges.mjs';

const folders = 50;
const files = 20_000;
const sameName = 6_000;

const requestFile = (at) => `info:
  name: Request ${at}
  type: http
  seq: ${at}
http:
  method: POST
  url: "{{API_URL}}/things/${at}?page=1"
  headers:
    - name: accept
      value: application/json
  params:
    - name: page
      value: "1"
      type: query
  body:
    type: json
    data: |-
      {
        "at": ${at}
      }
`;

const makeFolder = (path) => {
  const root = join(path, 'tandem');
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  for (let at = 0; at < folders; at++) mkdirSync(join(root, `folder-${at}`));
  for (let at = 0; at < files; at++)
    writeFileSync(join(root, `folder-${at % folders}`, `request-${at}.yml`), requestFile(at));
};

/**
 * Measures how long an MCP server takes from its start on `path` until it prints its address, and from
 * SIGTERM until it ends.
 */
const startOn = async (root, path) => {
  const began = performance.now();
  const args = ['--port', '0', '--data-dir', `${path}-started`, '--workspace', path];
  const child = spawn(process.execPath, [join(root, 'apps', 'mcp-server', 'dist', 'main.js'), ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = new Promise((resolve) => child.once('close', resolve));
  await Promise.race([new Promise((resolve) => child.stdout.once('data', resolve)), exited]);
  const start = performance.now() - began;
  child.kill('SIGTERM');
  await exited;
  return { start, end: performance.now() - began - start };
};

const unwrap = async (task) => {
  const outcome = await task();
  if (outcome._tag === 'Left') throw new Error(JSON.stringify(outcome.left));
  return outcome.right;
};

const takeIn = async ({ openWorkbench }, path) => {
  const bench = await openWorkbench({ dataFolder: `${path}-data`, version: '0' });
  const { block, time } = await measureLongestBlock(() => bench.openFolder(path));
  await bench.close();
  return { block, time };
};

const createRequestsOfOneName = async ({ openWorkbench }, path) => {
  mkdirSync(path, { recursive: true });
  const bench = await openWorkbench({ dataFolder: `${path}-data`, version: '0' });
  const { application } = bench;
  await bench.openFolder(path);
  for (let at = 0; at < sameName; at++) await unwrap(application.rest.create({ name: 'Get user' }));
  const dryRun = () => unwrap(application.synchronization.synchronize({ dryRun: true }));
  const { block, time } = await measureLongestBlock(dryRun);
  await bench.close();
  return { block, time };
};

/** Reads a new folder of 20,000 requests, and plans 6,000 new requests with the same name. */
export const measure = async ({ product, root, folder }) => {
  const workbench = await product('workbench');
  const path = join(folder, 'shop');
  makeFolder(path);
  const { start, end } = await startOn(root, path);
  const taken = await takeIn(workbench, path);
  const named = await createRequestsOfOneName(workbench, join(folder, 'named'));
  return [
    { figure: '20,000 new files: start of mcp-server to its address, ms', value: start },
    { figure: '20,000 new files: SIGTERM to the end, ms', value: end },
    { figure: '20,000 new files: taken in, ms', value: taken.time },
    { figure: '20,000 new files: longest block, ms', value: taken.block },
    { figure: '6,000 requests of one name: plan, ms', value: named.time },
    { figure: '6,000 requests of one name: longest block, ms', value: named.block },
  ];
};
