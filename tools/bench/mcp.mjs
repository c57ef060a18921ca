import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';

import { root } from '../launch/say.mjs';
import { measureLoad } from './mcp/load.mjs';

/**
 * The MCP server under load: 64 connections that call rest_get, then 16 that call rest_execute with a script, with
 * latency, errors and memory of the server. `npm run bench -- mcp`; `--seconds N` for each, default 30. `--fuzz`
 * sends 20,000 random and mutated requests instead; `--fuzz N` sends N.
 */
const readOption = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1] ?? otherwise) || otherwise;
};
const load = () => loadavg()[0].toFixed(1);

const runFuzzer = async (runs) => {
  const vitest = join(root, 'node_modules', '.bin', 'vitest');
  const child = spawn(vitest, ['run', '--root', join(root, 'libs', 'mcp'), 'fuzz'], {
    stdio: 'inherit',
    env: { ...process.env, TANDEM_FUZZ_RUNS: String(runs) },
  });
  const [code] = await once(child, 'close');
  process.exitCode = code ?? 1;
};

process.stdout.write(`node ${process.versions.node}, load average ${load()}\n\n`);
if (process.argv.includes('--fuzz')) await runFuzzer(readOption('fuzz', 20_000));
else await measureLoad(readOption('seconds', 30));
process.stdout.write(`\nload average ${load()}\n`);
