import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { root } from './launch/say.mjs';

/** Modules that can open a connection. Imports of their types are allowed. */
const connectionModules = new Set(
  'undici,ws,pg,socks,axios,simple-git,net,tls,http,https,http2,dgram,dns,dns/promises,child_process,worker_threads,inspector'
    .split(',')
    .flatMap((name) => [name, `node:${name}`]),
);
/** Members of these modules that listen, compute or describe, but do not connect. */
const harmlessMembers = new Set(
  'createServer,isIP,isIPv4,isIPv6,BlockList,STATUS_CODES,METHODS,constants,WebSocketServer,FormData,Response,Headers,rootCertificates,createSecureContext,getCACertificates,TLSSocket,Worker,parentPort,workerData,isMainThread,validateHeaderName,validateHeaderValue,maxHeaderSize'.split(
    ',',
  ),
);
/** Globals that open a connection. */
const globals = new Set([
  'fetch',
  'WebSocket',
  'EventSource',
  'XMLHttpRequest',
  'WebTransport',
  'sendBeacon',
]);

/** Matches the sources to parse, because most sources contain none of these names. */
const connectionNames = new RegExp(
  `['"](${[...connectionModules].join('|')})['"]|\\b(${[...globals].join('|')})\\b|\\.send\\b`,
);

const listSources = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return /^(node_modules|dist|dist-ui|out-tsc|testing|test|e2e|__golden__|test-output)$/.test(entry.name)
        ? []
        : listSources(path);
    return /\.[cm]?[jt]sx?$/.test(entry.name) && !/\.(spec|property|bench|d)\.[cm]?tsx?$/.test(entry.name)
      ? [path]
      : [];
  });

/** Whether an identifier refers to the global with that name, and not to a property or a declaration of the source. */
const isGlobal = ({ parent, text }: ts.Identifier, declared: ReadonlySet<string>): boolean => {
  if (ts.isPropertyAccessExpression(parent) && parent.name.text === text)
    return /^(globalThis|window|self|navigator)$/.test(parent.expression.getText());
  const isName = ts.isPropertyAssignment(parent) && parent.name.getText() === text;
  return !isName && !ts.isPropertySignature(parent) && !ts.isTypeNode(parent) && !declared.has(text);
};

const listBindings = ({ importClause }: ts.ImportDeclaration): readonly string[] => {
  if (importClause === undefined) return ['*'];
  if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return [];
  const { namedBindings: named, name } = importClause;
  const whole = name === undefined ? [] : ['*'];
  if (named === undefined) return whole;
  if (ts.isNamespaceImport(named)) return ['*'];
  const used = named.elements.filter(({ isTypeOnly }) => !isTypeOnly);
  return [...whole, ...used.map((one) => (one.propertyName ?? one.name).text)];
};

/** Lists the names with which a source opens a connection or sends a request, such as `node:net connect`. */
const listNetworkAccess = (path: string): readonly string[] => {
  const text = readFileSync(path, 'utf8');
  if (!connectionNames.test(text)) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = new Set<string>();
  const note = (module: string, names: readonly string[]): void => {
    if (!connectionModules.has(module)) return;
    for (const name of names) if (!harmlessMembers.has(name)) found.add(`${module} ${name}`);
  };
  const named = new Set<ts.Identifier>();
  const declared = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      note(node.moduleSpecifier.text, listBindings(node));
    }
    if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier))
      note(node.moduleSpecifier.text, node.isTypeOnly ? [] : ['*']);
    if (ts.isCallExpression(node)) {
      const [first] = node.arguments;
      const isImport =
        node.expression.kind === ts.SyntaxKind.ImportKeyword ||
        (ts.isIdentifier(node.expression) && node.expression.text === 'require') ||
        /\bgetBuiltinModule$/.test(node.expression.getText(file));
      if (isImport && first !== undefined && ts.isStringLiteralLike(first)) note(first.text, ['*']);
      // A call of the transport, under any name.
      if (/\b(http|transport)\.send$/.test(node.expression.getText(file))) found.add('HttpTransport send');
    }
    const isDeclaration =
      ts.isParameter(node) ||
      ts.isBindingElement(node) ||
      ts.isVariableDeclaration(node) ||
      ts.isImportSpecifier(node);
    if (isDeclaration && ts.isIdentifier(node.name)) declared.add(node.name.text);
    if (ts.isIdentifier(node) && globals.has(node.text)) named.add(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  for (const one of named) if (isGlobal(one, declared)) found.add(`global ${one.text}`);
  return [...found].sort();
};

/** Lists the network access of each source that accesses the network. */
const listAllNetworkAccess = (): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    ['apps', 'libs']
      .flatMap((folder) => listSources(join(root, folder)))
      .map((path) => [relative(root, path), listNetworkAccess(path)] as const)
      .filter(([, found]) => found.length > 0)
      .sort(([one], [other]) => one.localeCompare(other)),
  );

/** Sources that send requests through the transport, with the guard that the compiler requires. */
const guardedSources = {
  'libs/execution/src/auth/token-request.ts': ['HttpTransport send'],
  // Fetches a document whose URL a person provides.
  'libs/execution/src/destinations/fetch-document.ts': ['HttpTransport send'],
  'libs/execution/src/steps/send.ts': ['HttpTransport send'],
  // Forwards requests with other certificates or another proxy.
  'libs/workbench/src/files/open-files.ts': ['HttpTransport send'],
};

/** The transport itself. */
const transportSources = {
  'libs/transport/src/attempt.ts': ['undici Dispatcher'],
  'libs/transport/src/connection/connect.ts': ['undici buildConnector'],
  'libs/transport/src/h2/h2-session.ts': ['node:http2 *'],
  'libs/transport/src/connection/own-servers.ts': ['node:dns lookup'],
  'libs/transport/src/connection/networks.ts': ['undici Agent'],
  'libs/transport/src/proxy/through.ts': ['node:http request', 'socks *'],
  'libs/transport/src/tls/tls-connector.ts': ['node:tls connect'],
};

/** Sources that connect to Tandem's own servers on this machine or to the user's database, or start a program. */
const unguardedSources = {
  'apps/desktop/src/single-instance/claim-instance.ts': ['global fetch'],
  'apps/desktop/src/window/chromium.ts': ['node:child_process spawn'],
  'libs/folder/src/git/merge-driver.ts': ['node:child_process execFile'],
  // Git, whose pulls and pushes a person asks for.
  'libs/git/src/run-git.ts': ['simple-git simpleGit'],
  'libs/mcp/src/discovery/find-server.ts': ['global fetch'],
  'libs/mcp/src/stdio/relay.ts': ['global fetch'],
  'libs/persistence/src/postgres/connection.ts': ['pg *'],
  // Bundled for the script isolate, which has no network.
  'libs/scripting/libraries/axios.mjs': ['axios *'],
  'libs/scripting/src/host-process.ts': ['node:child_process fork'],
  'libs/window/src/link/early.ts': ['global WebSocket', 'global fetch'],
  'libs/window/src/link/page-session.ts': ['global fetch'],
  'libs/workbench/src/secret-command.ts': ['node:child_process execFile'],
};

describe('network access', { tags: 'send:guard:every' }, () => {
  it('exists only in the transport, which asks a guard, and in sources that never send requests of a workspace', () => {
    expect(listAllNetworkAccess()).toEqual({ ...guardedSources, ...transportSources, ...unguardedSources });
  });

  it('asks the guard at one location of the transport, before anything is sent', () => {
    const places = listSources(join(root, 'libs/transport/src')).flatMap((path) => {
      const text = readFileSync(path, 'utf8');
      return /\.permit\(|options\.guard\(|attemptHttp2\(|attemptHttp1\(/.test(text)
        ? [relative(root, path)]
        : [];
    });
    expect(places).toEqual(['libs/transport/src/ask.ts', 'libs/transport/src/send.ts']);
  });

  it.each([
    'libs/execution/src/auth/token-request.ts',
    'libs/execution/src/destinations/fetch-document.ts',
    'libs/execution/src/steps/send.ts',
  ])('is checked by the guard that %s passes to the transport', (path) => {
    const text = readFileSync(join(root, path), 'utf8');
    expect(text.match(/\bconnectTo\(/g)).toHaveLength(1);
    expect(text).toMatch(/\bhttp\s*\.send\([^]*\.\.\.connected\b/);
    expect(text.match(/\bguard: (?!SendGuard|toTokenGuard\(connected\.guard\))/g)).toBeNull();
  });

  it("is checked by the guard of the execution, which is passed together with the execution's connections", () => {
    const text = readFileSync(join(root, 'libs/execution/src/destinations/connect.ts'), 'utf8');
    expect(text).toContain('guard: getGuard(context, secrets, connection)');
  });
});
