import { startContender } from './contender.mjs';
import { load } from './load.mjs';

const formatMebibytes = (bytes) => `${(bytes / 1024 / 1024).toFixed(0)} MiB`;

/** Runs `work` on a new echo server and prints the time and memory that the server used. */
const measure = async (title, work) => {
  const server = await startContender('tandem');
  try {
    await (await fetch(`${server.url}/warm`)).text();
    const before = await server.usage();
    const started = performance.now();
    const said = await work(server);
    const ms = performance.now() - started;
    const after = await server.usage();
    const cpu = after.cpuMs - before.cpuMs;
    process.stdout.write(
      `${title}: ${ms.toFixed(0)} ms, CPU ${cpu.toFixed(0)} ms, memory ${formatMebibytes(before.memory)} to ${formatMebibytes(after.memory)}${said ?? ''}\n`,
    );
  } finally {
    server.stop();
  }
};

/** Ten uploads of 10 MiB, one after another. */
export const measureUploads = () =>
  measure('10 uploads of 10 MiB', async ({ url }) => {
    const times = [];
    for (let index = 0; index < 10; index++) {
      const form = new FormData();
      form.append('file', new Blob([Buffer.alloc(10 * 1024 * 1024, index)]), 'upload.bin');
      const started = performance.now();
      const { files } = await (await fetch(url, { method: 'POST', body: form })).json();
      if (files.file.size !== 10 * 1024 * 1024) throw new Error('the size of the upload is wrong');
      times.push(performance.now() - started);
    }
    return `, ${times.sort((a, b) => a - b)[5].toFixed(0)} ms each (median)`;
  });

/** Measures a thousand simultaneous requests with a delay of one second, and one without. */
export const measureDelays = () =>
  measure('1,000 requests with delay=1000', async ({ url }) => {
    const waiting = Array.from({ length: 1000 }, async () => (await fetch(`${url}/?delay=1000`)).text());
    await new Promise((resolve) => setTimeout(resolve, 500));
    const started = performance.now();
    await (await fetch(`${url}/meanwhile`)).text();
    const meanwhile = performance.now() - started;
    await Promise.all(waiting);
    return `, a GET meanwhile ${meanwhile.toFixed(1)} ms`;
  });

/** Sends millions of requests at full speed, and compares the memory at the end with that after a tenth of the requests. */
export const measureSoak = (request, millions) =>
  measure(`${millions} million requests`, async ({ url, usage }) => {
    const tenth = millions * 100_000;
    const sample = async () => (await usage()).memory;
    let count = 0;
    let early = 0;
    let late = 0;
    while (count < millions * 1_000_000) {
      count += (await load(url, request, { ms: 2000 })).count;
      if (count >= tenth && early === 0) early = await sample();
      late = await sample();
    }
    return `, ${count} answered, ${formatMebibytes(early)} at a tenth, ${formatMebibytes(late)} at the end`;
  });
