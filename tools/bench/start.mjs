import { launch, temporaryFolder } from '@tandem/node/testing';

/**
 * Time from the start of a process to its address for the three applications, the desktop application with a new and with a used folder.
 * Medians of alternating starts. `npm run bench -- start`; `--rounds N`.
 */
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

const used = await temporaryFolder();
const starts = {
  'echo-server': () => ({ app: 'echo-server', args: ['--port', '0'], lines: 1 }),
  'mcp-server': () => ({ app: 'mcp-server', args: ['--port', '0', '--data-dir', used.path], lines: 1 }),
  'desktop, again': () => ({ app: 'desktop', args: ['--no-window', '--data-dir', used.path], lines: 3 }),
  'desktop, first': (folder) => ({ app: 'desktop', args: ['--no-window', '--data-dir', folder], lines: 3 }),
};

const startOnce = async (name) => {
  const folder = await temporaryFolder();
  const { app, args, lines } = starts[name](folder.path);
  const began = performance.now();
  const program = launch(app, args);
  try {
    await program.lines(lines);
    return performance.now() - began;
  } finally {
    await program.stop();
    await folder.remove();
  }
};

const rounds = process.argv.includes('--rounds')
  ? Number(process.argv[process.argv.indexOf('--rounds') + 1])
  : 7;
const timesByStart = Object.fromEntries(Object.keys(starts).map((name) => [name, []]));
try {
  for (const name of Object.keys(starts)) await startOnce(name);
  for (let round = 0; round < rounds; round++) {
    for (const name of Object.keys(starts)) timesByStart[name].push(await startOnce(name));
  }
} finally {
  await used.remove();
}
for (const [name, times] of Object.entries(timesByStart)) {
  process.stdout.write(
    `${name.padEnd(16)}${Math.round(median(times))} ms (best ${Math.round(Math.min(...times))} ms)\n`,
  );
}
