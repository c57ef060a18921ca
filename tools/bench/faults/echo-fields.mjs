import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const megabyte = 1_000_000;

const bodies = {
  '9 MB of a=&': ['application/x-www-form-urlencoded', 'a=&'.repeat(3 * megabyte)],
  '9 MB of &a': ['application/x-www-form-urlencoded', '&a'.repeat(4.5 * megabyte)],
  '9 MB of fields with different names': [
    'application/x-www-form-urlencoded',
    Array.from({ length: 1.5 * megabyte }, (_, index) => index.toString(36)).join('&'),
  ],
  '9 MB of text': ['text/plain', 'x'.repeat(9 * megabyte)],
};

/** Reads a memory figure of a process in MiB, as reported by Linux. */
const readMemory = (pid, name) =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Measures by how many MiB a request raises the peak resident memory of a new echo server. */
const measureGrowth = async (root, [type, body], count) => {
  const program = join(root, 'apps', 'echo-server', 'dist', 'main.js');
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const [line] = await once(child.stdout, 'data');
    const [url] = /http:\S+/.exec(String(line)) ?? [];
    await (await fetch(url)).text();
    const before = readMemory(child.pid, 'VmRSS');
    const post = () => fetch(url, { method: 'POST', body, headers: { 'content-type': type } });
    const answers = Array.from({ length: count }, async () => (await post()).arrayBuffer());
    await Promise.all(answers);
    return readMemory(child.pid, 'VmHWM') - before;
  } finally {
    child.kill();
  }
};

/** Measures the memory that the echo server needs for bodies with many short fields, compared with plain text of the same length. */
export const measure = async ({ root }) => {
  const figures = [];
  for (const [name, body] of Object.entries(bodies))
    figures.push({ figure: `${name}, memory, MiB`, value: await measureGrowth(root, body, 1) });
  figures.push({
    figure: '32 times 9 MB of a=& at once, memory, MiB',
    value: await measureGrowth(root, bodies['9 MB of a=&'], 32),
  });
  return figures;
};
