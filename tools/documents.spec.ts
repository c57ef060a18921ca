import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, it } from 'vitest';

import { readAnchors } from './headings.js';
import { root } from './launch/say.mjs';

const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((name) => name !== '' && existsSync(join(root, name)));

interface Link {
  readonly from: string;
  readonly path: string;
  readonly anchor: string;
}

const read = (name: string): string => readFileSync(join(root, name), 'utf8');

/** Lists the links of a document to files of the repository and to its own headings. */
const listLinks = (from: string): readonly Link[] =>
  Array.from(
    read(from).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)]*))?\)/g),
    ([, target = '', anchor = '']) => ({
      from,
      path: target === '' ? from : join(dirname(from), target),
      anchor,
    }),
  );

const links = documents.flatMap(listLinks);
const describeLink = ({ from, path, anchor }: Link): string => `${from}: ${path}#${anchor}`;

it('the documents link only to files that exist', () => {
  expect(links.filter(({ path }) => !existsSync(join(root, path))).map(describeLink)).toEqual([]);
});

it('the documents link only to headings that exist', () => {
  const isBroken = ({ path, anchor }: Link): boolean =>
    anchor !== '' &&
    path.endsWith('.md') &&
    existsSync(join(root, path)) &&
    !readAnchors(read(path)).has(anchor);
  expect(links.filter(isBroken).map(describeLink)).toEqual([]);
});

/** Names of MCP methods, which look like paths. */
const methods = ['tools/list', 'tools/call'];

/**
 * Lists paths in backticks. In documents of the repository, they start at the root; in documents of a library or application, at its `src`.
 */
const listPaths = (name: string): readonly string[] => {
  const isOfProject = /^(libs|apps)\/[^/]+\/README\.md$/.test(name);
  const pattern = isOfProject
    ? /`((?:src|e2e)\/[\w./-]+)`/g
    : /`((?:libs|apps|tools|docs|examples)\/[\w./-]+)`/g;
  const start = isOfProject ? dirname(name) : '';
  return Array.from(read(name).matchAll(pattern), ([, path = '']) => path)
    .filter((path) => !methods.includes(path))
    .map((path) => join(start, path));
};

it('the documents name only paths that exist', () => {
  const described = documents.filter(
    (name) =>
      name !== 'CHANGELOG.md' &&
      (!name.includes('/') || /^(docs\/design\/|(libs|apps)\/[^/]+\/README)/.test(name)),
  );
  const missing = described.flatMap((name) =>
    listPaths(name)
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${name}: ${path}`),
  );
  expect(missing).toEqual([]);
});
