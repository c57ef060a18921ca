#!/usr/bin/env node
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { fetchModule, importModule } from './fetch/fetch-tool.mjs';
import { publicLibs } from './public-libs.mjs';
import { root } from './launch/say.mjs';

/**
 * Writes docs/reference/libraries/<library>.md for each public library from its exported declarations and their comments.
 * `npm run reference`; with `--check` it writes nothing and fails if a page is out of date.
 */
const { Application } = await importModule('typedoc', 'typedoc');
const markdown = await fetchModule('typedoc', 'typedoc-plugin-markdown');

const check = process.argv.includes('--check');
const folder = join(root, 'docs', 'reference', 'libraries');

const examples = { echo: 'echo-in-a-test/echo', application: 'libraries/workbench' };
const exampleOf = (lib) => `examples/${examples[lib] ?? `libraries/${lib}`}.spec.ts`;

const head = (lib) => [
  `# @tandem/${lib}`,
  '',
  `Generated from the code by \`npm run reference\`; do not edit. Runnable example: [${exampleOf(lib)}](../../../${exampleOf(lib)}).`,
  '',
  `What the library is for: [README](../../../libs/${lib}/README.md).`,
  '',
];

/** The TypeDoc page of one library, without anchors, whose names depend on their order. */
const declarations = async (lib, out) => {
  const app = await Application.bootstrapWithPlugins({
    entryPoints: [join(root, 'libs', lib, 'src', 'index.ts')],
    tsconfig: join(root, 'libs', lib, 'tsconfig.lib.json'),
    plugin: [markdown],
    router: 'module',
    readme: 'none',
    out,
    logLevel: 'Error',
    // The compiler has found the errors before: `npm run reference` builds first.
    skipErrorChecking: true,
    disableSources: true,
    excludeExternals: true,
    hidePageHeader: true,
    hideBreadcrumbs: true,
    hidePageTitle: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    propertyMembersFormat: 'table',
    typeDeclarationVisibility: 'compact',
    tableColumnSettings: { hideDefaults: true, hideInherited: true, hideModifiers: true, hideSources: true },
  });
  const project = await app.convert();
  if (project === undefined) throw new Error(`@tandem/${lib} does not compile`);
  await app.generateOutputs(project);
  return readFileSync(join(out, 'README.md'), 'utf8')
    .replace(/<a id="[^"]*"><\/a> ?/g, '')
    .replace(/\[([^\]]*)\]\(#property[^)]*\)/g, '$1');
};

const pageOf = async (lib) => {
  const out = mkdtempSync(join(tmpdir(), 'tandem-reference-'));
  try {
    return [...head(lib), await declarations(lib, out)].join('\n');
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
};

/**
 * The words of a page, those of each line sorted: the compiler lists the members of a union in the order in which it found
 * them, which depends on earlier builds.
 */
const splitWords = (page) =>
  page.split('\n').map((line) => (line.match(/[^\s;,|\\<>`]+/g) ?? []).sort().join(' '));

const hasSameWords = (page, other) => splitWords(page).join('\n') === splitWords(other).join('\n');

mkdirSync(folder, { recursive: true });
for (const lib of publicLibs) {
  const path = join(folder, `${lib}.md`);
  const page = await pageOf(lib);
  if (existsSync(path) && hasSameWords(readFileSync(path, 'utf8'), page)) continue;
  if (!check) writeFileSync(path, page);
  else {
    process.stderr.write(
      `docs/reference/libraries/${lib}.md is not what the code says; run npm run reference\n`,
    );
    process.exitCode = 1;
  }
}
