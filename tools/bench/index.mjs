import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const known = readdirSync(folder)
  .filter((name) => name.endsWith('.mjs') && name !== 'index.mjs')
  .map((name) => name.slice(0, -4));

/** Runs the named benchmark, or all of them; further arguments are passed to it. */
const [name, ...args] = process.argv.slice(2);
const chosen = name === undefined ? known : known.filter((one) => one === name);
if (chosen.length === 0) {
  process.stderr.write(`bench: there is no measurement "${name}"; known are ${known.join(', ')}\n`);
  process.exitCode = 2;
}
for (const one of chosen) {
  process.argv = [...process.argv.slice(0, 2), ...args];
  await import(new URL(`${one}.mjs`, import.meta.url).href);
}
