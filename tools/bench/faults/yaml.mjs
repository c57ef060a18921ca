import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { measureLongestBlock } from './support/gauges.mjs';

const head = 'info:\n  name: Odd\n  type: http\nhttp:\n  method: GET\n  url: http://h/\n';
const createLines = (count, line) => Array.from({ length: count }, (_, at) => line(at)).join('');

const files = {
  '20,000 keys': `${head}more:\n${createLines(20_000, (at) => `  k${at}: v\n`)}`,
  '40,000 list items': `${head}more:\n${createLines(40_000, () => '  - v\n')}`,
  '1,000,000 empty lines': `${head}${'\n'.repeat(1_000_000)}docs: x\n`,
};

const unwrap = async (task) => {
  const outcome = await task();
  if (outcome._tag === 'Left') throw new Error(JSON.stringify(outcome.left));
  return outcome.right;
};

/** Folders with one file each, which is slow to parse as YAML. */
export const measure = async ({ product, folder }) => {
  const { openWorkbench } = await product('workbench');
  const figures = [];
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name.replaceAll(/\W/g, '-'));
    mkdirSync(path, { recursive: true });
    const bench = await openWorkbench({ dataFolder: `${path}-data`, version: '0' });
    await bench.openFolder(path);
    mkdirSync(join(path, 'tandem'), { recursive: true });
    writeFileSync(join(path, 'tandem', 'odd.yml'), text);
    const { block, time } = await measureLongestBlock(() =>
      unwrap(bench.application.synchronization.synchronize({})),
    );
    await bench.close();
    figures.push({ figure: `${name}: time, ms`, value: time });
    figures.push({ figure: `${name}: longest block, ms`, value: block });
  }
  return figures;
};
