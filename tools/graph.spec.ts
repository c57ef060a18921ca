import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { depConstraints } from './boundaries.mjs';
import { root } from './launch/say.mjs';

interface Graph {
  readonly nodes: Readonly<
    Record<string, { readonly data: { readonly root: string; readonly tags?: readonly string[] } }>
  >;
  readonly dependencies: Readonly<Record<string, readonly { readonly target: string }[]>>;
}

/** A deliberate copy of the rules, so that relaxing the lint configuration alone fails this test. */
const layers: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  kit: ['kit'],
  execution: ['domain'],
  application: ['domain', 'execution'],
  adapter: ['domain', 'execution', 'application', 'kit'],
  interface: ['domain', 'execution', 'application', 'kit', 'interface'],
  composition: ['domain', 'execution', 'application', 'kit', 'adapter'],
  app: ['domain', 'execution', 'application', 'kit', 'adapter', 'interface', 'composition'],
};
const scopes: Readonly<Record<string, readonly string[]>> = {
  shared: ['shared'],
  echo: ['echo', 'shared'],
  workspace: ['workspace', 'shared'],
  desktop: ['desktop', 'workspace', 'echo', 'shared'],
};
const homes: Readonly<Record<string, readonly string[]>> = {
  'io-ts': ['core'],
  'jsonc-parser': ['connect'],
  'toml-eslint-parser': ['connect'],
  'simple-git': ['git'],
  'fp-ts': ['core'],
  'isolated-vm-5': ['scripting'],
  typeorm: ['persistence'],
  sqlite3: ['persistence'],
  'json-p3': ['persistence'],
  yaml: ['folder'],
  dotenv: ['folder'],
  'node-diff3': ['folder'],
  undici: ['transport'],
  '@usebruno/filestore': ['import'],
  'js-yaml': ['import'],
  'openapi-sampler': ['import'],
  acorn: ['export'],
  oauth4webapi: ['oauth'],
  // oauth signs with it; scripting bundles it for scripts that require it, and runs it only in their isolates.
  jose: ['scripting', 'oauth'],
  picocolors: ['report'],
  xmlbuilder2: ['report'],
  'json-rpc-2.0': ['rpc'],
  ws: ['rpc'],
  '@modelcontextprotocol/sdk': ['mcp'],
  // Scripts of other tools require these packages.
  chai: ['scripting'],
  lodash: ['scripting'],
  'csv-parse': ['scripting', 'core'],
  'write-file-atomic': ['node'],
  'env-paths': ['node'],
  commander: ['node'],
  pino: ['node'],
  'koa-body': ['node'],
  graphql: ['application', 'window'],
  react: ['window'],
  '@codemirror/state': ['window'],
};

let graph: Graph;

beforeAll(() => {
  const nx = join(root, 'node_modules', '.bin', 'nx');
  const text = execFileSync(nx, ['graph', '--print'], {
    cwd: root,
    env: { ...process.env, NX_DAEMON: 'false' },
    maxBuffer: 64 * 1024 * 1024,
    encoding: 'utf8',
  });
  graph = (JSON.parse(text.slice(text.indexOf('{'))) as { graph: Graph }).graph;
});

const getTag = (project: string, kind: string): string =>
  (graph.nodes[project]?.data.tags ?? []).find((tag) => tag.startsWith(`${kind}:`))?.slice(kind.length + 1) ??
  '';

const projects = () => Object.keys(graph.nodes).filter((name) => name.startsWith('@tandem/'));

describe('the project graph', () => {
  it('contains these projects', () => {
    expect(projects().sort()).toEqual(
      [
        'application',
        'connect',
        'core',
        'desktop',
        'echo',
        'echo-server',
        'execution',
        'export',
        'folder',
        'git',
        'import',
        'mcp',
        'mcp-server',
        'node',
        'oauth',
        'persistence',
        'report',
        'rpc',
        'scripting',
        'tandem',
        'transport',
        'window',
        'window-server',
        'workbench',
      ].map((name) => `@tandem/${name}`),
    );
  });

  it('has only dependencies that point downward', () => {
    for (const from of projects()) {
      for (const { target } of graph.dependencies[from] ?? []) {
        if (!target.startsWith('@tandem/')) continue;
        expect(layers[getTag(from, 'layer')], `${from} → ${target}`).toContain(getTag(target, 'layer'));
        expect(scopes[getTag(from, 'scope')], `${from} → ${target}`).toContain(getTag(target, 'scope'));
      }
    }
  });

  it('gives each heavy package one home library', () => {
    for (const [name, expected] of Object.entries(homes)) {
      const found = projects().filter((project) => {
        const manifest = join(root, graph.nodes[project]?.data.root ?? '', 'package.json');
        const { dependencies, optionalDependencies } = JSON.parse(readFileSync(manifest, 'utf8')) as Record<
          string,
          object
        >;
        return name in { ...dependencies, ...optionalDependencies };
      });
      expect(found, name).toEqual(expected.map((home) => `@tandem/${home}`));
    }
  });
});

describe('the lint rule', () => {
  it('allows exactly the dependencies in this table', () => {
    const table = [
      ...Object.entries(layers).map(([name, seen]) => [`layer:${name}`, seen.map((one) => `layer:${one}`)]),
      ...Object.entries(scopes).map(([name, seen]) => [`scope:${name}`, seen.map((one) => `scope:${one}`)]),
    ];
    const rules = depConstraints.filter(
      ({ onlyDependOnLibsWithTags }) => onlyDependOnLibsWithTags !== undefined,
    );
    expect(
      rules.map(({ sourceTag, onlyDependOnLibsWithTags }) => [sourceTag, onlyDependOnLibsWithTags]),
    ).toEqual(table);
  });

  it('applies to every source file, and its list of exceptions is empty', () => {
    const config = readFileSync(join(root, 'eslint.config.mjs'), 'utf8');
    expect(config).toContain('allow: []');
    expect(config).toContain('banTransitiveDependencies: true');
  });
});
