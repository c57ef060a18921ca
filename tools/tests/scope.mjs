import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

import { root } from '../launch/say.mjs';

/**
 * The scope of this run: `all`, `everyday` (the tests of `npm test`) or the `rest`. Only `npm test` and
 * `npm run test:all -- --rest` omit tests; `npx vitest` finds them all.
 */
export const scope = process.env.TANDEM_TEST_SCOPE ?? 'all';

/** The page tests that `npm test` runs. They create, send and read requests, and cover the other most used features. */
export const everydayPages = [
  'agent',
  'connect',
  'import-choice',
  'runs',
  'sending',
  'trust-guard',
  'url',
].map((name) => `apps/desktop/e2e/${name}.page.e2e.ts`);

/** The other tests that `npm test` omits, grouped by the reason why they are slow. */
const slow = {
  'compares with programs of others, which it runs': [
    'apps/mcp-server/e2e/bruno-oauth1.e2e.ts',
    'apps/mcp-server/e2e/bruno-scripts.e2e.ts',
    'apps/mcp-server/e2e/bruno.e2e.ts',
    'apps/mcp-server/e2e/clients.e2e.ts',
    'apps/mcp-server/e2e/conformance.e2e.ts',
    'apps/mcp-server/e2e/real-clients.e2e.ts',
    'apps/tandem/e2e/bru-wire.e2e.ts',
    'apps/tandem/e2e/bru.e2e.ts',
    'apps/tandem/e2e/own-folder.e2e.ts',
    'examples/move-in/move-in.spec.ts',
    'examples/move-in/real-life/real-life.spec.ts',
    'libs/workbench/e2e/bruno-prompts.e2e.ts',
    'libs/workbench/e2e/bruno-scripts.e2e.ts',
    'libs/workbench/e2e/dynamic-values.e2e.ts',
    'libs/workbench/e2e/import-newman.e2e.ts',
    'libs/workbench/e2e/postman-scripts.e2e.ts',
    'libs/workbench/src/code.spec.ts',
    'libs/workbench/src/curl-requests.spec.ts',
    'libs/workbench/src/curl.spec.ts',
  ],
  'packs and installs': [
    'apps/echo-server/e2e/package.e2e.ts',
    'apps/mcp-server/e2e/bundle.e2e.ts',
    'apps/tandem/e2e/package.e2e.ts',
    'tools/generators.spec.ts',
    'tools/launch/install.spec.ts',
  ],
  'kills processes again and again, or opens windows and keychains': [
    'apps/desktop/e2e/second-start.e2e.ts',
    'apps/desktop/e2e/window.e2e.ts',
    'apps/mcp-server/e2e/keychain.e2e.ts',
    'apps/tandem/e2e/keychain.e2e.ts',
    'libs/folder/src/crash.spec.ts',
    'libs/workbench/src/killed.spec.ts',
  ],
  'starts a program dozens of times for what its own tests cover': ['examples/shop/shop.spec.ts'],
  'lists the tests of each scope': ['tools/tests/scope.spec.ts'],
  'lints files': ['tools/lint-names.spec.ts', 'tools/own-lookups.spec.ts'],
  'starts a database server': [
    'apps/mcp-server/e2e/shared-store.e2e.ts',
    'libs/persistence/e2e/lost-connections.e2e.ts',
    'libs/persistence/e2e/postgres-schema.e2e.ts',
    'libs/persistence/e2e/postgres-store.e2e.ts',
  ],
  'keeps a server busy': ['apps/desktop/e2e/busy-echo.e2e.ts', 'apps/mcp-server/e2e/slow-endpoint.e2e.ts'],
  'tries attacks, bad input and random input at length': [
    'apps/mcp-server/e2e/secret-attacks.e2e.ts',
    'libs/core/src/codec/codec.property.spec.ts',
    'libs/echo/src/echo.fuzz.spec.ts',
    'libs/folder/src/edits.property.spec.ts',
    'libs/folder/src/hostile-words.property.spec.ts',
    'libs/folder/src/hostile-yaml.spec.ts',
    'libs/folder/src/round-trip.property.spec.ts',
    'libs/folder/src/secrets.property.spec.ts',
    'libs/import/src/adversarial-texts.spec.ts',
    'libs/import/src/document-bombs.spec.ts',
    'libs/mcp/src/http/fuzz.property.spec.ts',
    'libs/mcp/src/tools/secrets.property.spec.ts',
    'libs/scripting/src/hostile.spec.ts',
    'libs/workbench/src/hostile-imports.spec.ts',
  ],
  'runs for long on purpose': ['libs/scripting/src/leavings.spec.ts', 'libs/workbench/src/endurance.spec.ts'],
};

const isPage = (file) => file.startsWith('apps/desktop/e2e/') && file.endsWith('.page.e2e.ts');
const slowFiles = new Set(Object.values(slow).flat());

/** The files that the lists above name. */
export const namedFiles = [...everydayPages, ...slowFiles];

/**
 * Says whether a test file belongs to `npm test`.
 * @param {string} file its path from the root, with `/`
 */
export const isEveryday = (file) => (isPage(file) ? everydayPages.includes(file) : !slowFiles.has(file));

const withoutTests = new Set(['node_modules', 'dist', 'dist-ui', 'out-tsc', 'package', '__golden__']);

/**
 * The test files below a folder, as paths from the root with `/`.
 * @param {string} folder an absolute path
 * @returns {string[]}
 */
export const testFiles = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return withoutTests.has(entry.name) ? [] : testFiles(path);
    return /\.(spec|e2e)\.ts$/.test(entry.name) ? [relative(root, path).replaceAll('\\', '/')] : [];
  });

/**
 * Lists the test files of a project that this run omits, relative to its folder.
 * @param {string} folder an absolute path
 */
export const listExcludedTests = (folder) =>
  scope === 'all'
    ? []
    : testFiles(folder)
        .filter((file) => isEveryday(file) !== (scope === 'everyday'))
        .map((file) => relative(folder, join(root, file)).replaceAll('\\', '/'));
