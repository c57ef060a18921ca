/**
 * The allowed dependencies by tag, and the home library of each third-party package. A test compares this table with the
 * project graph and with its own copy.
 */
const inside = ['layer:domain', 'layer:execution', 'layer:application'];

const koa = ['koa', '@koa/router', 'koa-body'];

const layer = (name, onlyDependOnLibsWithTags, allowedExternalImports) => ({
  sourceTag: `layer:${name}`,
  onlyDependOnLibsWithTags,
  ...(allowedExternalImports ? { allowedExternalImports } : {}),
});

const home = (project, allowedExternalImports) => ({ sourceTag: `home:${project}`, allowedExternalImports });

const tests = ['vitest', 'fast-check', 'ajv', 'ajv/*'];

export const depConstraints = [
  layer('domain', []),
  layer('kit', ['layer:kit']),
  layer('execution', ['layer:domain']),
  layer('application', ['layer:domain', 'layer:execution']),
  // Sources of adapters import only domain and kit libraries, which another lint rule checks; their tests run an application.
  layer('adapter', [...inside, 'layer:kit']),
  layer('interface', [...inside, 'layer:kit', 'layer:interface']),
  layer('composition', [...inside, 'layer:kit', 'layer:adapter']),
  layer('app', [...inside, 'layer:kit', 'layer:adapter', 'layer:interface', 'layer:composition']),
  { sourceTag: 'scope:shared', onlyDependOnLibsWithTags: ['scope:shared'] },
  { sourceTag: 'scope:echo', onlyDependOnLibsWithTags: ['scope:echo', 'scope:shared'] },
  { sourceTag: 'scope:workspace', onlyDependOnLibsWithTags: ['scope:workspace', 'scope:shared'] },
  {
    sourceTag: 'scope:desktop',
    onlyDependOnLibsWithTags: ['scope:desktop', 'scope:workspace', 'scope:echo', 'scope:shared'],
  },
  home('core', ['diff', 'lossless-json', 'io-ts', 'io-ts/*', 'fp-ts', 'fp-ts/*', ...tests]),
  home('execution', [...tests]),
  home('application', ['graphql', ...tests]),
  home('cli', ['commander', 'pino', 'pino-pretty', ...tests]),
  home('connect', ['jsonc-parser', 'toml-eslint-parser', ...tests]),
  home('csv', ['csv-parse', 'csv-parse/*', ...tests]),
  home('node', ['env-paths', 'write-file-atomic', ...tests]),
  home('http', [...koa, ...tests]),
  home('echo', ['koa', '@koa/router', 'undici', ...tests]),
  home('scripting', [
    'isolated-vm*',
    'core-js-pure',
    'core-js-pure/*',
    'expect',
    '@usebruno/query',
    'ajv-8',
    'ajv-formats',
    'axios',
    'buffer/*',
    'chai',
    'chai-postman',
    'crypto-js',
    'csv-parse',
    'csv-parse/*',
    'lodash',
    'moment',
    'tv4',
    'uuid',
    'xml2js',
    ...tests,
  ]),
  home('persistence', ['typeorm', 'sqlite3', '@napi-rs/keyring', 'pg', 'json-p3', 're2js', ...tests]),
  home('folder', ['yaml', 'node-diff3', ...tests]),
  home('report', ['picocolors', 'xmlbuilder2', 'xmlbuilder2/*', 'tap-parser', 'xmllint-wasm', ...tests]),
  home('import', ['@usebruno/filestore', 'js-yaml', 'openapi-sampler', 'randexp', ...tests]),
  home('export', ['acorn', ...tests]),
  home('oauth', ['jose', 'oauth4webapi', ...tests]),
  home('transport', [
    'undici',
    'aws4',
    'oauth-1.0a',
    'hash-wasm',
    'mime-types',
    'set-cookie-parser',
    'socks',
    'tough-cookie',
    ...tests,
  ]),
  home('rpc', ['json-rpc-2.0', 'ws', 'koa', ...tests]),
  home('mcp', [
    '@modelcontextprotocol/*',
    '@modelcontextprotocol/sdk/*',
    'eventsource-parser',
    'eventsource-parser/*',
    'koa',
    '@koa/router',
    ...tests,
  ]),
  home('window', [
    'react',
    'react/*',
    'react-dom',
    'react-dom/*',
    '@tanstack/*',
    '@radix-ui/*',
    '@codemirror/*',
    '@lezer/*',
    '@fontsource-variable/*',
    'cm6-graphql',
    'cmdk',
    'lucide-react',
    'dompurify',
    'eventsource-parser',
    'graphql',
    'js-beautify',
    'js-beautify/*',
    'react-resizable-panels',
    ...tests,
  ]),
  home('window-server', ['koa', ...tests]),
  home('workbench', ['nanoid', 'oidc-provider', ...tests]),
];
