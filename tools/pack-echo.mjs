#!/usr/bin/env node
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { runOrFail } from './launch/run-or-fail.mjs';

/**
 * Packs the built echo server as an npm package without dependencies, to start and to import: bundled, with its own
 * manifest. `npm run pack-echo -- [folder]`; the default folder is apps/echo-server/package.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const app = join(root, 'apps', 'echo-server');
const folder = resolve(process.argv[2] ?? join(app, 'package'));
const { version } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'));

const manifest = {
  name: 'tandem-echo-server',
  version,
  description: 'An HTTP server that answers any request with an exact description of it',
  license: 'MIT',
  type: 'module',
  bin: { 'tandem-echo-server': 'dist/main.js' },
  exports: { '.': { types: './dist/types/index.d.ts', default: './dist/index.js' } },
  files: ['dist'],
  engines: { node: '>=20.19.0' },
};

/** Bundled CommonJS dependencies load Node's modules with `require`, which does not exist in ES modules. */
const banner = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'dist'), { recursive: true });
await build({
  entryPoints: {
    main: join(app, 'src', 'packaged.ts'),
    index: join(root, 'libs', 'echo', 'src', 'index.ts'),
  },
  outdir: join(folder, 'dist'),
  entryNames: '[name]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  conditions: ['@tandem/source'],
  minify: true,
  banner: { js: banner },
  logLevel: 'warning',
});
cpSync(join(root, 'libs', 'echo', 'dist'), join(folder, 'dist', 'types'), {
  recursive: true,
  filter: (source) => !/\.(js|map|tsbuildinfo)$/.test(source),
});
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
cpSync(join(root, 'docs', 'guides', 'echo-server.md'), join(folder, 'README.md'));
if (existsSync(join(root, 'LICENSE'))) cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
cpSync(join(app, 'Dockerfile'), join(folder, 'Dockerfile'));

const packResult = runOrFail('npm', ['pack', '--silent'], { cwd: folder });
process.stdout.write(`${join(folder, packResult.trim().split('\n').at(-1) ?? '')}\n`);
