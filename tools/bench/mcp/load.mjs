import { readFileSync } from 'node:fs';

import { launch, temporaryFolder } from '@tandem/node/testing';

import { importModule } from '../../fetch/fetch-tool.mjs';

const script = `
export function onRequest(req) { req.headers.set('x-script', 'was here'); }
export function onTest(req, res) { test('answers 200', () => expect(res.status).toBe(200)); }`;

/** Resident memory of a process in MiB; NaN without /proc. */
const readMemory = (pid) => {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
  } catch {
    return NaN;
  }
};

const createMessage = (name, args) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });

const call = async (url, name, args) => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: createMessage(name, args) });
  return JSON.parse((await answer.json()).result.content[0].text);
};

/** Calls one tool from many connections; a response without `expected` counts as wrong. */
const press = async (autocannon, server, url, { title, name, args, expected, connections, seconds }) => {
  const before = readMemory(server.pid);
  const result = await autocannon({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: createMessage(name, args),
    connections,
    duration: seconds,
    timeout: 60,
    verifyBody: (body) => body.includes(expected),
  });
  const { latency, requests, errors, timeouts, mismatches, non2xx } = result;
  const wrong = errors + timeouts + mismatches + non2xx;
  process.stdout.write(
    `${title.padEnd(44)} ${requests.average.toFixed(0)} a second, p50 ${latency.p50} ms, p99 ${latency.p99} ms, ` +
      `${requests.total} calls, ${wrong} wrong, memory ${before} to ${readMemory(server.pid)} MiB\n`,
  );
  if (wrong > 0) process.exitCode = 1;
};

/** Starts the servers and applies each kind of load twice for `seconds`, so that growing memory shows. */
export const measureLoad = async (seconds) => {
  const { default: autocannon } = await importModule('bench', 'autocannon');
  const folder = await temporaryFolder();
  const echo = launch('echo-server', ['--port', '0'], { TANDEM_LOG_LEVEL: 'silent' });
  const args = ['--data-dir', `${folder.path}/data`, '--workspace', `${folder.path}/shop`];
  const server = launch('mcp-server', args, { TANDEM_LOG_LEVEL: 'warn' });
  try {
    const echoUrl = /http:\S+/.exec((await echo.lines(1))[0])[0];
    const url = /http:\S+/.exec((await server.lines(1))[0])[0];
    const { id } = await call(url, 'rest_create', { name: 'Load', url: `${echoUrl}/x`, script });
    const get = { name: 'rest_get', args: { id }, expected: id, connections: 64, seconds };
    const execute = {
      name: 'rest_execute',
      args: { id, maxBodyBytes: 0 },
      expected: '\\"error\\":null',
      connections: 16,
      seconds,
    };
    for (const round of ['first', 'second']) {
      await press(autocannon, server, url, { ...get, title: `64 connections, rest_get, ${round} time` });
      await press(autocannon, server, url, {
        ...execute,
        title: `16 connections, rest_execute, ${round} time`,
      });
    }
  } finally {
    await server.stop();
    await echo.stop();
    await folder.remove();
  }
};
