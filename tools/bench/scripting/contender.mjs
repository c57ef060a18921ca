import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { launch } from '../../e2e/program.mjs';

/**
 * One of ours, or the floor under all: `contender.mjs <name> <url> <count> <width>` executes one request `count` times,
 * `width` at once, and prints how many milliseconds each took.
 */
const [, , name, url, count, width] = process.argv;

const script = `
export function onRequest(req) { req.headers.set('x-one', req.env.getVariable('one') ?? 'one'); }
${url.endsWith('/large') ? 'export function onResponse(req, res) { return res.json().people.length; }' : ''}
export function onTest(req, res) {
  test('status', () => expect(res.status).toBe(200));
  test('body', () => expect(res.json().a[0]).toBe(1));
}`;
const request = { name: 'One', url, script };

const check = (result) => {
  const statuses = result.lifecycle.tests.results.map(({ status }) => status).join();
  if (statuses !== 'passed,passed') throw new Error(`${name}: ${JSON.stringify(result).slice(0, 2_000)}`);
};

const valueOf = ({ _tag, right, left }) => {
  if (_tag === 'Left') throw new Error(JSON.stringify(left));
  return right;
};

/** The use cases over real scripts and real HTTP, with rows in memory: what an execution costs before it is stored. */
const openExecutor = async (folder) => {
  const [{ createApplication }, { TE }, { memoryStore }, { createScriptRuntime }, { createTransport }] =
    await Promise.all([
      import('@tandem/core'),
      import('@tandem/core/fp'),
      import('../../../libs/core/dist/testing/memory-store.js'),
      import('@tandem/scripting'),
      import('@tandem/transport'),
    ]);
  const [scripts, http] = [createScriptRuntime(), createTransport()];
  const application = createApplication({
    store: memoryStore(),
    folders: { open: (path) => TE.right(path) },
    folder: { identify: () => TE.right(null) },
    scripts,
    http,
    clock: { now: () => new Date() },
    ids: { next: randomUUID },
    product: { name: 'Tandem', version: '0' },
    builtIns: () => ({}),
  });
  valueOf(await application.workspaces.open({ path: folder })());
  const { id } = valueOf(await application.rest.create(request)());
  const close = async () => {
    await http.close();
    await scripts.close();
  };
  return { workbench: { application, close }, id };
};

const throughLibrary = ({ workbench, id }) => {
  const execute = async () => {
    const context = { signal: new AbortController().signal, progress: () => undefined };
    check(valueOf(await workbench.application.rest.execute({ id }, context)()));
  };
  return { execute, close: workbench.close };
};

const openLibrary = async (folder) => {
  const { openWorkbench } = await import('@tandem/workbench');
  const workbench = await openWorkbench({ dataFolder: join(folder, 'data'), version: '0', env: {} });
  await workbench.openFolder(join(folder, 'shop'));
  const { id } = valueOf(await workbench.application.rest.create(request)());
  return { workbench, id };
};

const open = {
  floor: async () => {
    const { request: send } = await import('undici');
    const execute = async () => {
      const { statusCode, body } = await send(url, { headers: { 'x-one': 'one' } });
      if (statusCode !== 200 || (await body.json()).a[0] !== 1) throw new Error('floor: wrong answer');
    };
    return { execute, close: async () => undefined };
  },
  executor: async (folder) => throughLibrary(await openExecutor(folder)),
  library: async (folder) => throughLibrary(await openLibrary(folder)),
  rpc: async (folder) => {
    const [{ workbench, id }, rpc, { WebSocket }] = await Promise.all([
      openLibrary(folder),
      import('@tandem/rpc'),
      import('ws'),
    ]);
    const server = createServer();
    const methods = rpc.createRpcServer(workbench.application, console);
    const sockets = rpc.attachRpcSockets(server, methods, { path: '/rpc', authorize: () => true });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const socket = new WebSocket(`ws://127.0.0.1:${server.address().port}/rpc`);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    const client = rpc.createSocketClient(socket);
    const close = async () => {
      client.close();
      sockets.close();
      server.close();
      await workbench.close();
    };
    return { execute: async () => check(await client.call('rest_execute', { id })), close };
  },
  mcp: async (folder) => {
    const [{ Client }, { StreamableHTTPClientTransport }] = await Promise.all([
      import('@modelcontextprotocol/sdk/client/index.js'),
      import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
    ]);
    const places = ['--data-dir', join(folder, 'data'), '--workspace', join(folder, 'shop')];
    const server = launch('mcp-server', ['--port', '0', ...places]);
    const [line] = await server.lines(1);
    const client = new Client({ name: 'bench', version: '0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(/http:\S+/.exec(line)[0])));
    const call = async (tool, args) => {
      const { structuredContent, isError, content } = await client.callTool({ name: tool, arguments: args });
      if (isError) throw new Error(JSON.stringify(content));
      return structuredContent;
    };
    const { id } = await call('rest_create', request);
    const close = async () => {
      await client.close();
      await server.stop();
    };
    return { execute: async () => check(await call('rest_execute', { id })), close };
  },
};

const folder = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
const { execute, close } = await open[name](folder);
const times = [];
let left = Number(count);
const work = async () => {
  while (left-- > 0) {
    const began = performance.now();
    await execute();
    times.push(performance.now() - began);
  }
};
const began = performance.now();
await Promise.all(Array.from({ length: Number(width) }, work));
const took = performance.now() - began;
process.stdout.write(`${JSON.stringify({ took, times })}\n`);
await close();
await rm(folder, { recursive: true, force: true });
process.exit();
