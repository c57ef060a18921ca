import { loadavg } from 'node:os';

import { measureExecutions } from './scripting/executions.mjs';
import { measureForeign } from './scripting/foreign.mjs';
import { measureSandbox } from './scripting/sandbox.mjs';
import { measureSoak } from './scripting/soak.mjs';

/**
 * Scripted executions: 200 requests with a pre-request script and two tests each, in sequence, through the library,
 * RPC and MCP, compared with a plain undici loop and other tools; 16 at once; a body of 1 MiB; a cold process. Then
 * the script sandbox alone, and Postman scripts in it. Medians of alternating rounds. `npm run bench -- scripting`;
 * `--rounds N`; `--count N` requests; `--no-peers` does not download other tools; `--brief` stops after the first
 * table and omits Bruno's slow sandbox; `--soak N` instead measures N sessions in a row (10,000 by default), one in a
 * hundred hostile.
 */
const readOption = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const brief = process.argv.includes('--brief');
const load = () => loadavg()[0].toFixed(1);

process.stdout.write(`node ${process.versions.node}, load average ${load()}\n\n`);
if (process.argv.includes('--soak')) await measureSoak(readOption('soak', 0) || 10_000);
else {
  await measureExecutions({
    rounds: readOption('rounds', 3),
    count: readOption('count', 200),
    withPeers: !process.argv.includes('--no-peers'),
    brief,
  });
  if (!brief) {
    await measureSandbox(readOption('count', 200));
    await measureForeign(readOption('count', 200));
  }
}
process.stdout.write(`\nload average ${load()}\n`);
