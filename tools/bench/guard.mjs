import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';

import { quietly } from '../../libs/application/dist/index.js';
import { openWorkbench } from '../../libs/workbench/dist/index.js';
import { median, say, formatSpread } from './scripting/figures.mjs';

/**
 * The cost of the guard per execution, for ten secrets: unbound, bound to the server, and bound to other servers.
 * In the last case, every request is searched for their values. Rounds alternate. `npm run bench -- guard`;
 * `--count N` executions of each.
 */
const readOption = (name, otherwise) => {
  const index = process.argv.indexOf(`--${name}`);
  return index < 0 ? otherwise : Number(process.argv[index + 1]);
};
const unwrap = async (call) => {
  const outcome = await call();
  if (outcome._tag === 'Left') throw new Error(JSON.stringify(outcome.left));
  return outcome.right;
};

const server = createServer((request, response) => {
  request.resume().on('end', () => response.end('{}'));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address();
const root = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
const workbench = await openWorkbench({ dataFolder: join(root, 'data'), version: '0', env: {} });
const { application } = workbench;
await unwrap(application.workspaces.open({ path: root }));

const names = Array.from({ length: 10 }, (_, index) => `SECRET_${index}`);
const kinds = {
  'no hosts': [],
  'hosts of the server': [`127.0.0.1:${port}`],
  'hosts elsewhere': ['a.example'],
};
for (const [kind, hosts] of Object.entries(kinds)) {
  const secrets = Object.fromEntries(names.map((name) => [name, `${kind} ${name} 0123456789abcdef`]));
  await unwrap(application.environments.create({ name: kind, secrets }));
  for (const name of names)
    if (hosts.length > 0) await unwrap(application.secretHosts.choose({ environment: kind, name, hosts }));
}
const body = JSON.stringify(
  Array.from({ length: 40 }, (_, id) => ({ id, name: `item ${id}`, tags: ['a', 'b'] })),
);
const { id } = await unwrap(
  application.rest.create({
    name: 'Bench',
    method: 'POST',
    url: `http://127.0.0.1:${port}/items?page=2`,
    headers: [{ name: 'accept', value: 'application/json', enabled: true }],
    body: { type: 'json', content: body },
  }),
);
const times = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]));
const cpu = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]));
const count = readOption('count', 500);
// Only the measured environment gets secrets, because the guard checks the bound secrets of every environment.
for (let round = 0; round < 6; round++) {
  for (const [kind, hosts] of Object.entries(kinds)) {
    for (const [other, theirs] of Object.entries(kinds))
      for (const name of names)
        if (theirs.length > 0)
          await unwrap(
            application.secretHosts.choose({ environment: other, name, hosts: other === kind ? hosts : [] }),
          );
    const before = process.cpuUsage();
    for (let index = 0; index < count / 5; index++) {
      const began = performance.now();
      const { error } = await unwrap(application.rest.execute({ id, environment: kind }, quietly()));
      if (error !== null) throw new Error(error.message);
      if (round > 0) times[kind].push(performance.now() - began);
    }
    const { user, system } = process.cpuUsage(before);
    if (round > 0) cpu[kind].push((user + system) / 1_000 / (count / 5));
  }
}
process.stdout.write(
  `node ${process.versions.node}, load average ${loadavg()[0].toFixed(1)}, body ${body.length} bytes\n`,
);
// On a busy machine, CPU time is more reliable than the clock.
const floor = median(cpu['no hosts']);
for (const [kind, all] of Object.entries(times))
  say(
    `  ${kind}`,
    `${formatSpread(all)}, CPU ${median(cpu[kind]).toFixed(2)} ms, ${(median(cpu[kind]) - floor).toFixed(2)} ms over no hosts`,
  );
await workbench.close();
server.closeAllConnections();
server.close();
await rm(root, { recursive: true });
