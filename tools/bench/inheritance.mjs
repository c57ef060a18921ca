import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findQuantile, median, repeat, say, formatSpread } from './scripting/figures.mjs';
import { startServer } from './scripting/own-process.mjs';
import { unwrapEither } from './scripting/ways-in.mjs';

/**
 * The cost of inheritance: library executions of a request three folders deep, which inherits headers, variables, a
 * bearer token and settings and sends cookies, compared with the same request without any of these. Rounds alternate.
 * `npm run bench -- inheritance`; `--rounds N`; `--count N` executions a round.
 */
const readOption = (name, otherwise) => {
  const index = process.argv.indexOf(`--${name}`);
  return index < 0 ? otherwise : Number(process.argv[index + 1]);
};
const [rounds, count] = [readOption('rounds', 10), readOption('count', 100)];
const maxMs = 0.5;

const toPairs = (fields) => Object.entries(fields).map(([name, value]) => ({ name, value, enabled: true }));
const levels = ['a', 'a/b', 'a/b/c'];
const cookies = ['first', 'second', 'third'];

/** Creates nested folders with settings. The outermost folder has the auth. */
const createFolders = async ({ folders }) => {
  for (const path of levels) {
    const fields = {
      headers: toPairs({ [`x-${path.length}`]: '{{level}}', 'x-shared': path }),
      variables: toPairs({ level: path, token: `token-of-${path}` }),
      ...(path === 'a' ? { auth: { type: 'bearer', token: '{{token}}' } } : {}),
      settings: { timeoutMs: 20_000 + path.length },
    };
    unwrapEither(await folders.create({ path, ...fields })());
  }
};

const createExecutor = async ({ rest }, fields) => {
  const { id } = unwrapEither(await rest.create({ name: 'One', ...fields })());
  return async () => {
    const context = { signal: new AbortController().signal, progress: () => undefined };
    const { response } = unwrapEither(await rest.execute({ id }, context)());
    return JSON.parse(response.textBody);
  };
};

const { openWorkbench } = await import('@tandem/workbench');
const folder = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
const endpoint = await startServer(new URL('inheritance/endpoint.mjs', import.meta.url));
const workbench = await openWorkbench({ dataFolder: join(folder, 'data'), version: '0', env: {} });
try {
  await workbench.openFolder(join(folder, 'shop'));
  const { application } = workbench;
  await createFolders(application);
  const visit = await createExecutor(application, { url: `${endpoint.url}cookies?names=${cookies.join()}` });
  await visit();
  const ways = {
    'nothing inherited': await createExecutor(application, {
      url: `${endpoint.url}plain`,
      auth: { type: 'none' },
      settings: { cookies: false },
    }),
    'cookies alone': await createExecutor(application, {
      url: `${endpoint.url}cookies-alone`,
      auth: { type: 'none' },
    }),
    'three folders and bearer alone': await createExecutor(application, {
      url: `${endpoint.url}folders-alone`,
      folder: 'a/b/c',
      auth: { type: 'inherit' },
      settings: { cookies: false },
    }),
    'three folders, bearer, cookies': await createExecutor(application, {
      url: `${endpoint.url}full`,
      folder: 'a/b/c',
      auth: { type: 'inherit' },
    }),
  };
  const names = Object.keys(ways);
  const sent = await ways[names.at(-1)]();
  const expected = ['Bearer token-of-a/b/c', 'a/b/c', cookies.length];
  const got = [sent.authorization, sent.shared, sent.cookies];
  if (got.join() !== expected.join()) throw new Error(`the full request sent ${JSON.stringify(sent)}`);

  const results = Object.fromEntries(names.map((name) => [name, []]));
  for (const name of names) await repeat(count, ways[name]);
  for (let round = 0; round < rounds; round++) {
    for (const name of names) results[name].push(await repeat(count, ways[name]));
  }
  process.stdout.write(`node ${process.versions.node}, ${rounds} rounds of ${count} executions each\n`);
  for (const name of names) say(`  ${name}`, formatSpread(results[name].flat()));
  const [plain, ...others] = names.map((name) => results[name].map(median));
  process.stdout.write(
    `over nothing inherited, medians of the rounds; at most ${maxMs} ms wanted for all of it\n`,
  );
  others.forEach((medians, index) => {
    const over = medians.map((one, round) => one - plain[round]);
    const ratio = median(medians.map((one, round) => one / plain[round]));
    const range = `${findQuantile(over, 0).toFixed(2)} to ${findQuantile(over, 1).toFixed(2)}`;
    say(`  ${names[index + 1]}`, `${median(over).toFixed(2)} ms (${range}), ratio ${ratio.toFixed(2)}`);
  });
} finally {
  await workbench.close();
  endpoint.stop();
  await rm(folder, { recursive: true, force: true });
}
