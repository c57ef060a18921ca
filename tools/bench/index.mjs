import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const knownBenchmarks = readdirSync(folder)
  .filter((name) => name.endsWith('.mjs') && name !== 'index.mjs')
  .map((name) => name.slice(0, -4));

/** Runs the named benchmark, or all benchmarks. Other arguments are passed on to it. */
const [name, ...args] = process.argv.slice(2);
const chosenBenchmarks = name === undefined ? knownBenchmarks : knownBenchmarks.filter((one) => one === name);
if (chosenBenchmarks.length === 0) {
  process.stderr.write(`bench: there is no measurement "${name}"; known are ${knownBenchmarks.join(', ')}\n`);
  process.exitCode = 2;
}
for (const one of chosenBenchmarks) {
  process.argv = [...process.argv.slice(0, 2), ...args];
  await import(new URL(`${one}.mjs`, import.meta.url).href);
}
