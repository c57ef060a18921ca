#!/usr/bin/env node
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { fetchModule, importModule } from './fetch/fetch-tool.mjs';
import { publicLibs } from './public-libs.mjs';
import { writeRulePages } from './reference/rules.mjs';
import { findUndocumentedExports } from './reference/undocumented.mjs';
import { root } from './launch/say.mjs';

/**
 * Generates the pages of docs/reference that are not in git: one for each public library,
 * from its exported declarations and their comments, and one for each subject of docs/spec. Fails if an export has no
 * comment.
 */
const { Application } = await importModule('typedoc', 'typedoc');
const markdown = await fetchModule('typedoc', 'typedoc-plugin-markdown');

const folder = join(root, 'docs', 'reference', 'libraries');

const examples = { echo: 'echo-in-a-test/echo', application: 'libraries/workbench' };
const getExamplePath = (lib) => `examples/${examples[lib] ?? `libraries/${lib}`}.spec.ts`;

const formatHead = (lib) => [
  `# @tandem/${lib}`,
  '',
  `Generated from the code by \`npm run reference\`; do not edit. Runnable example: [${getExamplePath(lib)}](../../../${getExamplePath(lib)}).`,
  '',
  `What the library is for: [README](../../../libs/${lib}/README.md).`,
  '',
];

const readLibrary = async (lib, out) => {
  const app = await Application.bootstrapWithPlugins({
    entryPoints: [join(root, 'libs', lib, 'src', 'index.ts')],
    tsconfig: join(root, 'libs', lib, 'tsconfig.lib.json'),
    plugin: [markdown],
    router: 'module',
    readme: 'none',
    out,
    logLevel: 'Error',
    // `npm run reference` has built the libraries, so the compiler has already reported the errors.
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
  return project;
};

/** Reads the page that TypeDoc wrote. Removes its anchors, whose names depend on their order. */
const readPage = (out) =>
  readFileSync(join(out, 'README.md'), 'utf8')
    .replace(/<a id="[^"]*"><\/a> ?/g, '')
    .replace(/\[([^\]]*)\]\(#property[^)]*\)/g, '$1');

/** Writes the page of a library and returns the names of its exports that have no comment. */
const writeLibraryPage = async (lib) => {
  const out = mkdtempSync(join(tmpdir(), 'tandem-reference-'));
  try {
    const project = await readLibrary(lib, out);
    writeFileSync(join(folder, `${lib}.md`), [...formatHead(lib), readPage(out)].join('\n'));
    return findUndocumentedExports(project);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
};

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const lib of publicLibs) {
  for (const name of await writeLibraryPage(lib)) {
    process.stderr.write(
      `${name} of @tandem/${lib} has no comment; say what it is for above its declaration\n`,
    );
    process.exitCode = 1;
  }
}
await writeRulePages();
