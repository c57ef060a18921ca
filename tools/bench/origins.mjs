import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { findQuantile, repeat, say, formatSpread } from './scripting/figures.mjs';
import { startServer } from './scripting/own-process.mjs';
import { unwrapEither } from './scripting/ways-in.mjs';

/**
 * The cost of origins per execution: a stored library execution of a request with 20 headers, 10 parameters, a JSON
 * body with 40 variables, bearer auth and a script that sets three headers, compared with another built checkout.
 * Rounds alternate. `npm run bench -- origins --against <checkout>`; `--rounds N`; `--count N` executions a round.
 */
const readOption = (name, otherwise) => {
  const index = process.argv.indexOf(`--${name}`);
  return index < 0 ? otherwise : process.argv[index + 1];
};
const [rounds, count] = [Number(readOption('rounds', 10)), Number(readOption('count', 100))];
const against = readOption('against', undefined);
const here = new URL('../..', import.meta.url);
const maxMs = 0.3;

const createPairs = (number, prefix, valueAt) =>
  Array.from({ length: number }, (_, index) => ({
    name: `${prefix}${index}`,
    value: valueAt(index),
    enabled: true,
  }));
const formatToken = (index) => `{{v${index}}}`;
const createRequestFor = (url, script) => ({
  name: 'One',
  method: 'POST',
  url: `${url}{{v0}}?a={{v1}}`,
  headers: createPairs(20, 'x-', formatToken),
  queryParams: createPairs(10, 'q', formatToken),
  auth: { type: 'bearer', token: '{{secret}}' },
  body: {
    type: 'json',
    content: `{\n${Array.from({ length: 40 }, (_, index) => `  "f${index}": "${formatToken(index)}"`).join(',\n')}\n}`,
  },
  script,
});
const script = `export const onRequest = (req) => {
  req.headers.set('x-one', '1');
  req.headers.set('x-two', '2');
  req.headers.set('x-three', '3');
};`;

/** Opens a workbench of a checkout. Returns a function for each kind of request that executes it. */
const open = async (root, url) => {
  const { openWorkbench } = await import(new URL('libs/workbench/dist/index.js', root).href);
  const folder = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
  const workbench = await openWorkbench({ dataFolder: join(folder, 'data'), version: '0', env: {} });
  await workbench.openFolder(join(folder, 'shop'));
  const { environments, rest } = workbench.application;
  const [{ id }] = unwrapEither(await environments.list({})()).environments;
  const variables = Object.fromEntries(
    createPairs(40, 'v', (index) => `value-${index}`).map(({ name, value }) => [name, value]),
  );
  unwrapEither(await environments.update({ id, variables, secrets: { secret: 'a-very-secret-token' } })());
  const executor = async (text) => {
    const created = unwrapEither(await rest.create(createRequestFor(url, text))());
    return async () => {
      const context = { signal: new AbortController().signal, progress: () => undefined };
      const { error } = unwrapEither(await rest.execute({ id: created.id }, context)());
      if (error !== null) throw new Error(JSON.stringify(error));
    };
  };
  return {
    ways: { 'without a script': await executor(''), 'with a script': await executor(script) },
    close: async () => {
      await workbench.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const endpoint = await startServer(new URL('inheritance/endpoint.mjs', import.meta.url));
const sides = { now: await open(here, endpoint.url) };
if (against !== undefined) sides.before = await open(pathToFileURL(`${resolve(against)}/`), endpoint.url);
try {
  process.stdout.write(`node ${process.versions.node}, ${rounds} rounds of ${count} executions each\n`);
  for (const name of Object.keys(sides.now.ways)) {
    const results = Object.fromEntries(Object.keys(sides).map((side) => [side, []]));
    for (const { ways } of Object.values(sides)) await repeat(count, ways[name]);
    for (let round = 0; round < rounds; round++) {
      for (const [side, { ways }] of Object.entries(sides))
        results[side].push(await repeat(count, ways[name]));
    }
    for (const side of Object.keys(sides)) say(`  ${name}, ${side}`, formatSpread(results[side].flat()));
    if (against === undefined) continue;
    // Compare the fastest executions: on a busy machine, all others may have been interrupted.
    const quick = (side) => findQuantile(results[side].flat(), 0.05);
    say(
      `  over before, at most ${maxMs} ms wanted`,
      `${(quick('now') - quick('before')).toFixed(2)} ms of the quickest 5 %`,
    );
  }
} finally {
  for (const { close } of Object.values(sides)) await close();
  endpoint.stop();
}
