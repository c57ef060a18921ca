import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { build } from 'esbuild';

import { root } from '../launch/say.mjs';

const spec = join(root, 'docs', 'spec');
const folder = join(root, 'docs', 'reference', 'rules');

/** Loads a file of docs/spec as a module, with the sentence above each of its exports. */
const readSubject = async (file) => {
  const path = join(spec, file);
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'error',
  });
  const rules = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`
  );
  const titles = new Map(
    [...readFileSync(path, 'utf8').matchAll(/^\/\*\* (.*?) \*\/\nexport const (\w+)/gm)].map(
      ([, title, name]) => [name, title.replace(/\.$/, '')],
    ),
  );
  return { name: file.replace(/-rules\.ts$/, ''), rules, titles };
};

const listSpecFiles = () =>
  ['libs', 'apps', 'tools', 'examples']
    .flatMap((name) =>
      readdirSync(join(root, name), { recursive: true, encoding: 'utf8' }).map((path) => `${name}/${path}`),
    )
    .filter((path) => !/(^|[\\/])(node_modules|dist|out-tsc)[\\/]/.test(path))
    .filter((path) => /\.(spec|e2e)\.ts$|[\\/]contracts[\\/].*\.ts$|[\\/]attacks[\\/].*\.ts$/.test(path));

/** Collects the files that cite each rule. */
const collectCitations = () => {
  const files = new Map();
  for (const path of listSpecFiles())
    for (const [, tags] of readFileSync(join(root, path), 'utf8').matchAll(/\btags: ('[^']+'|\[[^\]]*\])/g))
      for (const [, id] of tags.matchAll(/'([^']+:[^']+)'/g))
        files.set(id, (files.get(id) ?? new Set()).add(path));
  return files;
};

const formatLink = (path) =>
  `[${path.split(/[\\/]/).at(-1)}](${relative(folder, join(root, path)).replaceAll('\\', '/')})`;

const formatSource = (source) => {
  if (source === 'seed') return 'interface';
  if (source.guide !== undefined) return `[${source.guide}](../../guides/${source.guide}.md)`;
  const [page, heading] = source.design.split('#');
  return `[${page}](../../design/${page}.md#${heading})`;
};

const escapeCell = (text) => text.replaceAll('|', '\\|');

const formatRow =
  (files) =>
  ([id, { says, source }]) => {
    const tests = [...(files.get(id) ?? [])].sort().map(formatLink).join(', ');
    return `| \`${id}\` | ${escapeCell(says)} | ${formatSource(source)} | ${tests} |`;
  };

const formatTable = (rules, files) => [
  '| id | rule | from | tests |',
  '| --- | --- | --- | --- |',
  ...Object.entries(rules).map(formatRow(files)),
];

const formatPage = ({ name, rules, titles }, files) =>
  [
    `# Rules: ${name.replaceAll('-', ' ')}`,
    '',
    'Generated from `docs/spec` by `npm run reference`; do not edit.',
    '',
    ...Object.entries(rules).flatMap(([group, one]) => [
      `## ${titles.get(group) ?? group}`,
      '',
      ...formatTable(one, files),
      '',
    ]),
  ].join('\n');

const countRules = ({ rules }) =>
  Object.values(rules).reduce((sum, group) => sum + Object.keys(group).length, 0);

const formatIndex = (subjects) =>
  [
    '# Rules by subject',
    '',
    'What Tandem promises, each rule with the tests that show it. Generated from `docs/spec` by `npm run reference`; do not edit.',
    '',
    ...subjects.map(
      (one) => `- [${one.name.replaceAll('-', ' ')}](${one.name}.md): ${countRules(one)} rules`,
    ),
    '',
  ].join('\n');

/** Writes a page for each subject of docs/spec, with the tests that cite its rules, and an index. */
export const writeRulePages = async () => {
  const names = readdirSync(spec).filter((name) => name.endsWith('-rules.ts'));
  const subjects = await Promise.all(names.map(readSubject));
  const files = collectCitations();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const subject of subjects)
    writeFileSync(join(folder, `${subject.name}.md`), formatPage(subject, files));
  writeFileSync(join(folder, 'index.md'), formatIndex(subjects));
};
