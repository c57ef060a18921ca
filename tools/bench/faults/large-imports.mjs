import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { measureLongestBlock } from './support/gauges.mjs';

const entries = 4_000;

const unwrap = async (task) => {
  const outcome = await task();
  if (outcome._tag === 'Left') throw new Error(JSON.stringify(outcome.left));
  return outcome.right;
};

/** Creates a recording of 40 MB with a different token in each request. */
const createRecording = () => ({
  log: {
    version: '1.2',
    creator: { name: 'x', version: '1' },
    entries: Array.from({ length: entries }, (_, at) => ({
      startedDateTime: new Date(at * 1_000).toISOString(),
      time: 12.5,
      request: {
        method: 'GET',
        url: `https://api.example.com/things/${at}`,
        headers: [
          { name: 'Authorization', value: `Bearer eyJhbGciOi${at * 7_919}JIUzI1NiJ9.Zq${at}xKw7pLm` },
        ],
        queryString: [],
        cookies: [],
      },
      response: {
        status: 200,
        headers: [{ name: 'Content-Type', value: 'application/json' }],
        cookies: [],
        content: {
          mimeType: 'application/json',
          text: JSON.stringify({ items: 'lorem ipsum '.repeat(800) }),
        },
      },
    })),
  },
});

/** Plans and runs an import of 40 MB with 4,000 secrets. */
export const measure = async ({ product, folder }) => {
  const { openWorkbench } = await product('workbench');
  const path = join(folder, 'shop');
  mkdirSync(path);
  writeFileSync(join(path, 'recording.har'), JSON.stringify(createRecording()));
  const bench = await openWorkbench({ dataFolder: join(folder, 'data'), version: '0' });
  await bench.openFolder(path);
  const { imports } = bench.application;
  const call = { signal: new AbortController().signal, progress: () => undefined };
  const figures = [];
  for (const [name, more] of [
    ['plan', { dryRun: true }],
    ['import', {}],
    ['update', { update: true }],
  ]) {
    const apply = () => unwrap(imports.apply({ file: 'recording.har', ...more }, call));
    const { block, time } = await measureLongestBlock(apply);
    figures.push(
      { figure: `${name}: time, ms`, value: time },
      { figure: `${name}: longest block, ms`, value: block },
    );
  }
  await bench.close();
  return figures;
};
