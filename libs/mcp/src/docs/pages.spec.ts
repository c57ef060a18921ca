import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { filesPage } from './files-page.js';
import { scriptsPage } from './scripts-page.js';

const root = new URL('../../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** The sections of a guide with these titles, in their order. The title '' means the text before the first section. */
const sections = (path: string, titles: readonly string[]): string => {
  const [before = '', ...all] = read(path).split(/^(?=## )/m);
  return titles
    .map((title) => (title === '' ? before : (all.find((one) => one.startsWith(`## ${title}`)) ?? '')))
    .join('');
};

/** Removes the padding of tables, and links, which an agent cannot follow. */
const toPage = (text: string): string =>
  text
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\|.*$/gm, (row) => row.replaceAll(/ {2,}/g, ' ').replaceAll(/-{2,}/g, '-'));

const createPageModule = (name: string, from: string, text: string): string => {
  const escaped = text.replaceAll(/[\\`]|\$(?=\{)/g, '\\$&');
  return `/** Generated from ${from} by \`npx vitest run libs/mcp/src/docs --update\`. */\nexport const ${name} = \`${escaped}\`;\n`;
};

const scripts = toPage(
  sections('docs/guides/scripts.md', [
    '',
    'The request',
    'The response',
    'The environment',
    'Requests of a script',
    'Tests',
    'Globals',
    'Mock a response',
    'Cookies',
    'The run',
    'When a handler fails',
  ]),
);
const files = toPage(
  sections('docs/guides/workspace-folder.md', ['', 'Merging', 'Editing by hand', 'Secrets']),
);

describe('the pages for agents', { tags: 'agent:docs' }, () => {
  it('match the sections of the guides', async () => {
    await expect(createPageModule('scriptsPage', 'docs/guides/scripts.md', scripts)).toMatchFileSnapshot(
      './scripts-page.ts',
    );
    await expect(createPageModule('filesPage', 'docs/guides/workspace-folder.md', files)).toMatchFileSnapshot(
      './files-page.ts',
    );
  });

  it('fit into the context of an agent', () => {
    expect(Buffer.byteLength(scriptsPage)).toBeLessThan(20_000);
    expect(Buffer.byteLength(filesPage)).toBeLessThan(16_000);
  });

  it('mention every name in the types for scripts', () => {
    const types = ['', '-run', '-calls']
      .map((part) => read(`libs/scripting/tandem-script${part}.d.ts`))
      .join('\n');
    // Agents know the standard types, so the page leaves them out.
    const own = types.replaceAll(/interface (Headers|Console)\b[^]*?^}/gm, '');
    const members = [...own.matchAll(/^ {2}(?:readonly )?(\w+)\??[(:]/gm)].map(([, name]) => name ?? '');
    const unlisted = ['constructor', 'toThrowError', 'options'];
    const missing = [...new Set(members)].filter(
      (name) => !unlisted.includes(name) && !new RegExp(`\\b${name}\\b`).test(scriptsPage),
    );
    expect(members.length).toBeGreaterThan(60);
    expect(missing).toEqual([]);
  });
});
