import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { requirements, type Requirement } from '../docs/spec/requirements.js';
import { readAnchors } from './headings.js';
import { root } from './launch/say.mjs';

const ids = Object.keys(requirements);

const testFiles = ['libs', 'apps', 'tools', 'examples'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => !/(^|[\\/])(node_modules|dist|out-tsc)[\\/]/.test(name))
    .filter((name) => /\.(spec|e2e)\.ts$|[\\/]contracts[\\/].*\.ts$/.test(name))
    .map((name) => join(root, folder, name)),
);

const findQuotedTexts = (text: string): readonly string[] =>
  Array.from(text.matchAll(/'([^']+)'/g), (match) => match[1] ?? '');

/** The tags of a project, which generator tests contain as data. */
const projectTag = /^(layer|scope|home):/;

/**
 * The tags of all tests. They are read from the sources, so that this test can run alone. Ids contain a colon; other values named
 * `tags` are data and contain none.
 */
const citedTags = new Set(
  testFiles.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\btags: ('[^']+'|\[[^\]]*\])/g)]
      .flatMap(([, tags = '']) => findQuotedTexts(tags))
      .filter((tag) => tag.includes(':') && !projectTag.test(tag)),
  ),
);

/** The headings of a page of docs/design; none if there is no such page. */
const listAnchors = (page: string): ReadonlySet<string> => {
  const path = join(root, 'docs', 'design', `${page}.md`);
  return existsSync(path) ? readAnchors(readFileSync(path, 'utf8')) : new Set();
};

describe('the requirements', () => {
  it('are each cited by a test', () => {
    expect(ids.filter((id) => !citedTags.has(id))).toEqual([]);
  });

  it('include every tag that tests cite', () => {
    expect([...citedTags].filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('have a source: the first requirements, a heading of a design page, or a guide', () => {
    const guides = readdirSync(join(root, 'docs', 'guides'));
    const isThere = ({ source }: Requirement): boolean => {
      if (source === 'seed') return true;
      if ('guide' in source) return guides.includes(`${source.guide}.md`);
      const [page = '', heading = ''] = source.design.split('#');
      return listAnchors(page).has(heading);
    };
    const unfounded = Object.entries<Requirement>(requirements).filter(([, one]) => !isThere(one));
    expect(unfounded.map(([id]) => id)).toEqual([]);
  });

  it('are sentences', () => {
    for (const [id, { says }] of Object.entries<Requirement>(requirements))
      expect(says, id).toMatch(/^\S.*\.$/);
  });
});
