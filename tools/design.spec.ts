import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { root } from './launch/say.mjs';

const folder = join(root, 'docs', 'design');
const index = readFileSync(join(folder, 'README.md'), 'utf8');
const pages = readdirSync(folder)
  .filter((name) => name !== 'README.md')
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8').trimEnd() }));

const findFailingPages = (isRight: (page: (typeof pages)[number]) => boolean): readonly string[] =>
  pages.filter((page) => !isRight(page)).map(({ name }) => name);

describe('the design pages', () => {
  it('are listed in the index once each', () => {
    const listed = Array.from(index.matchAll(/^- \[[^\]]+\]\((.+\.md)\): \S/gm), ([, name = '']) => name);
    expect([...listed].sort()).toEqual(pages.map(({ name }) => name).sort());
  });

  it('have at most two screens of 60 lines', () => {
    expect(findFailingPages(({ text }) => text.split('\n').length <= 120)).toEqual([]);
  });

  it('begin with a title and a sentence, and end with what was tried and dropped', () => {
    const isComplete = ({ text }: (typeof pages)[number]): boolean =>
      /^# .+\n\n[A-Z](?:.+\n)+\n## /.test(text) && /^## Tried and dropped\n\n\| tried /m.test(text);
    expect(findFailingPages(isComplete)).toEqual([]);
  });
});
