import js from '@eslint/js';
import { createProjectGraphAsync, readCachedProjectGraph } from '@nx/devkit';
import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier/flat';
import { defineConfig } from 'eslint/config';
import jsoncParser from 'jsonc-eslint-parser';
import ts from 'typescript-eslint';

import { depConstraints } from './tools/boundaries.mjs';
import { names } from './tools/lint/names.mjs';
import { ownLookups } from './tools/lint/own-lookups.mjs';

/**
 * Computes the graph of projects if no command of Nx has stored it yet: without it, the rules of Nx print a warning for each file and check
 * nothing. Only `eslint` itself does so, because Nx reads this file while it computes the graph.
 */
const ensureProjectGraph = async () => {
  if (!/[\\/]eslint(\.js)?$/.test(process.argv[1] ?? '')) return;
  try {
    readCachedProjectGraph();
  } catch {
    process.env.NX_DAEMON ??= 'false';
    await createProjectGraphAsync();
  }
};

await ensureProjectGraph();

const sources = ['**/*.ts', '**/*.tsx'];
const specs = ['**/*.spec.ts', '**/*.e2e.ts', '**/e2e/**/*.ts', '**/testing/**/*.ts'];

const formatDoorMessage = (door) => `Reach it through ${door}.`;
const fp = { group: ['fp-ts', 'fp-ts/*'], message: formatDoorMessage('@tandem/core/fp') };
const iots = { group: ['io-ts', 'io-ts/*'], message: formatDoorMessage('@tandem/core/codec') };
const node = { group: ['node:*'], message: 'The core knows neither Node nor a browser.' };
const server = {
  regex: '^@tandem/(rpc$|application|execution)',
  message:
    'The page runs in a browser: it has the client of @tandem/rpc/client and the domain of @tandem/core.',
};
const notInBrowser = { group: ['node:*'], message: 'The page runs in a browser.' };
const pastKitIndex = { regex: '(^|/)kit/(?!index\\.js$)', message: 'Import components from kit/index.js.' };
const above = {
  regex:
    '(^|/)(link|shell|workspaces|requests|response|folders|environments|cookies|tokens|history|runs|imports|exports|activity|trust|agents|synchronization|settings|palette)/',
  message: 'The kit knows nothing of the page that uses it.',
};
/** Parts of the page that are loaded although another program may have its port, and React's own `lazy`. */
const unguardedImports = [
  {
    selector:
      'ImportExpression:not(CallExpression[callee.name=/^(lazy|loadPart|loadAfterFirstPaint|lazyAfterFirstPaint)$/] ImportExpression)',
    message: 'Load parts of the page with loadPart or lazy of served/.',
  },
  {
    selector:
      'ImportDeclaration[source.value="react"] > ImportSpecifier[imported.name="lazy"][local.name="lazy"]',
    message: 'Use lazy of served/lazy.js.',
  },
];
const inner = {
  group: ['@tandem/execution', '@tandem/application'],
  message: 'An adapter implements ports, which are in @tandem/core.',
};
const testingImports = { group: ['@tandem/*/testing'], message: 'Test support stays in tests.' };

const valueFirst = 'Write pipe(value, f): the value first, then what is done with it.';
/** `TE.map(f)(value)` and `RA.traverse(A)(f)(values)`. */
const insideOut = [
  {
    selector: 'CallExpression[arguments.length=1] > CallExpression.callee[callee.object.name=/^(E|T|TE)$/]',
    message: valueFirst,
  },
  {
    selector: 'CallExpression > CallExpression.callee > CallExpression.callee[callee.object.name="RA"]',
    message: valueFirst,
  },
];

const restrict = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] });

const dependencies = {
  // Reached without an import that the rule sees: a driver, versions picked at run time or by another name, a namesake of a module of Node, test support.
  ignoredDependencies: [
    'sqlite3',
    'isolated-vm-5',
    'isolated-vm-6',
    'isolated-vm-7',
    'ajv-8',
    'pino-pretty',
    'core-js-pure',
    'buffer',
    'events',
    'expect',
    'vitest',
    'fast-check',
  ],
  ignoredFiles: [
    '{projectRoot}/**/*.{spec,e2e}.ts',
    '{projectRoot}/src/testing/**',
    '{projectRoot}/{vite,vitest}.config.ts',
    '{projectRoot}/build.mjs',
    '{projectRoot}/e2e/**',
  ],
};

export default defineConfig(
  {
    ignores: [
      '**/dist',
      '**/dist-ui',
      '**/out-tsc',
      '**/test-output',
      '**/package',
      '.nx',
      '.tandem',
      'examples/**/node_modules',
    ],
  },
  {
    files: sources,
    extends: [
      js.configs.recommended,
      ts.configs.strictTypeChecked,
      ts.configs.stylisticTypeChecked,
      prettier,
    ],
    plugins: { '@nx': nx, tandem: { rules: { names, 'own-lookups': ownLookups } } },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: true,
          banTransitiveDependencies: true,
          // The page loads one of its subpaths on demand, @tandem/core/csv; the rule compares whole libraries.
          checkDynamicDependenciesExceptions: ['@tandem/core', '@tandem/core/*'],
          allow: [],
          depConstraints,
        },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Its only other spelling, !, is refused in sources.
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      'max-lines': ['error', { max: 400 }],
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...insideOut],
      'tandem/names': 'error',
      'tandem/own-lookups': 'error',
      ...restrict(fp, iots, testingImports),
    },
  },
  {
    files: ['**/src/**/*.ts', '**/src/**/*.tsx'],
    rules: { 'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }] },
  },
  { files: ['libs/{core,execution,application}/src/**/*.ts'], rules: restrict(fp, iots, node) },
  {
    files: ['libs/{scripting,persistence,folder,report,transport}/src/**/*.ts'],
    rules: restrict(fp, iots, testingImports, inner),
  },
  {
    files: ['libs/window/src/**/*.ts', 'libs/window/src/**/*.tsx'],
    rules: {
      'no-restricted-syntax': ['error', ...insideOut, ...unguardedImports],
      ...restrict(fp, iots, testingImports, server, notInBrowser, pastKitIndex),
    },
  },
  {
    files: ['libs/window/src/kit/**/*.ts', 'libs/window/src/kit/**/*.tsx'],
    rules: restrict(fp, iots, testingImports, server, notInBrowser, above),
  },
  { files: ['libs/core/src/fp.ts'], rules: restrict(iots, node) },
  { files: ['libs/core/src/codec/**/*.ts'], rules: restrict(node) },
  {
    files: specs,
    rules: {
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      'tandem/own-lookups': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      ...restrict(fp),
    },
  },
  {
    // A script's own objects, in an isolate of its own.
    files: ['libs/scripting/src/guest/**/*.ts'],
    rules: { 'tandem/own-lookups': 'off' },
  },
  {
    // The SDKs call their low-level servers deprecated, which our own binding is built on (docs/design/mcp.md), and the
    // client of the transport of 2024-11-05 and logging, which are still served.
    files: ['libs/mcp/src/**/*.ts', 'apps/mcp-server/e2e/**/*.ts'],
    rules: {
      '@typescript-eslint/no-deprecated': [
        'error',
        {
          allow: [
            { from: 'package', package: '@modelcontextprotocol/sdk', name: ['Server', 'SSEClientTransport'] },
            { from: 'package', package: '@modelcontextprotocol/server', name: ['Server', 'log'] },
          ],
        },
      ],
    },
  },
  {
    // TypeORM declares the options of an EntitySchema as a class and documents plain objects for them.
    files: ['libs/persistence/src/schema/**/*.ts'],
    rules: { '@typescript-eslint/no-unsafe-class-instance-assignment': 'off' },
  },
  {
    // Configuration and end-to-end tests use settings and fetched programs of tools, which is no project of the graph.
    files: ['**/vite.config.ts', '**/vitest.config.ts', '**/e2e/**/*.ts'],
    rules: { '@nx/enforce-module-boundaries': 'off' },
  },
  {
    files: ['**/vite.config.ts', '**/vitest.config.ts'],
    extends: [ts.configs.disableTypeChecked],
    rules: { 'tandem/own-lookups': 'off' },
  },
  {
    files: ['**/package.json'],
    plugins: { '@nx': nx },
    languageOptions: { parser: jsoncParser },
    rules: {
      '@nx/dependency-checks': ['error', dependencies],
    },
  },
  {
    // Packages with the names of Node's modules, which are imported with a slash behind them, count as those.
    files: ['libs/scripting/package.json'],
    rules: {
      '@nx/dependency-checks': [
        'error',
        {
          ...dependencies,
          ignoredDependencies: [
            ...dependencies.ignoredDependencies,
            'assert',
            'punycode',
            'string_decoder',
            'url',
            'util',
          ],
        },
      ],
    },
  },
  {
    // Only packages that have the target themselves count as used by it, and other libraries have no build-ui.
    files: ['libs/window/package.json'],
    rules: {
      '@nx/dependency-checks': [
        'error',
        {
          ...dependencies,
          buildTargets: ['build-ui'],
          ignoredDependencies: [...dependencies.ignoredDependencies, '@tandem/core', '@tandem/rpc'],
        },
      ],
    },
  },
);
