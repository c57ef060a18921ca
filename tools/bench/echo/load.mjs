import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpus, tmpdir } from 'node:os';
import { connect } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const isThere = (program, flag) => spawnSync(program, [flag], { stdio: 'ignore' }).error === undefined;
const hasWrk = isThere('wrk', '-v');
const isPinned = isThere('taskset', '-V') && cpus().length > 1;

/** The load generator: wrk if it is installed. Node's load generator is so slow that it affects the result. */
export const loadSource = hasWrk
  ? 'wrk'
  : 'node (install wrk: this load takes as much of a core as the server)';

const generateLua = ({ method, path, headers, body }) =>
  [
    `wrk.method = ${JSON.stringify(method)}`,
    `wrk.path = ${JSON.stringify(path)}`,
    ...Object.entries(headers).map(
      ([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
    ),
    ...(body === undefined ? [] : [`wrk.body = [==[${body}]==]`]),
    'done = function(summary, latency) io.write(string.format("%d %d %d\\n", summary.requests, summary.duration, latency:percentile(99))) end',
  ].join('\n');

const measureWithWrk = async (url, request, { connections, ms }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-bench-'));
  const script = join(folder, 'request.lua');
  writeFileSync(script, generateLua(request));
  const seconds = Math.max(1, Math.round(ms / 1000));
  const command = ['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, url + request.path];
  if (isPinned) command.unshift('taskset', '-c', '1');
  const child = spawn(command[0], command.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  await once(child, 'close');
  rmSync(folder, { recursive: true });
  const [count, duration, p99] = text.trim().split('\n').at(-1).split(' ').map(Number);
  return { rps: (count / duration) * 1e6, p99: p99 / 1000, count };
};

const encodeRequest = ({ method, path, headers, body = '' }) => {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, ...length, '', body].join('\r\n'));
};

const measureInNode = async (url, request, { connections, ms }) => {
  const bytes = encodeRequest(request);
  const times = [];
  const until = performance.now() + ms;
  const one = () =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1').setNoDelay(true);
      let started = 0;
      let missing = -1;
      const ask = () => {
        if (performance.now() >= until) {
          socket.destroy();
          resolve();
          return;
        }
        started = performance.now();
        missing = -1;
        socket.write(bytes);
      };
      socket.on('data', (chunk) => {
        if (missing === -1) {
          const head = chunk.latin1Slice(0, Math.min(chunk.length, 700));
          const at = head.search(/content-length: /i) + 16;
          missing = head.indexOf('\r\n\r\n') + 4 + parseInt(head.slice(at, at + 9), 10);
        }
        missing -= chunk.length;
        if (missing > 0) return;
        times.push(performance.now() - started);
        ask();
      });
      socket.on('connect', ask).on('error', reject);
    });
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, one));
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  return {
    rps: times.length / seconds,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    count: times.length,
  };
};

/**
 * Sends one request repeatedly over several connections for `ms` milliseconds.
 * @returns requests per second, the 99th percentile in milliseconds, and the number of responses
 */
export const load = (url, request, { connections = 64, ms }) =>
  (hasWrk ? measureWithWrk : measureInNode)(url, request, { connections, ms });
