import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, it } from 'vitest';

import { root } from './launch/say.mjs';

const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((name) => name !== '' && existsSync(join(root, name)));

/** The relative targets of a document's links, without their anchors. */
const linksOf = (name: string): readonly string[] =>
  Array.from(
    readFileSync(join(root, name), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)/g),
    ([, target = '']) => target,
  );

it('the documents link only to files that exist', () => {
  const broken = documents.flatMap((name) =>
    linksOf(name)
      .filter((target) => !existsSync(join(root, dirname(name), target)))
      .map((target) => `${name}: ${target}`),
  );
  expect(broken).toEqual([]);
});
