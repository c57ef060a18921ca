import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';

import { launch } from '@tandem/node/testing';

import { openPlainClient, openSdkClient } from './mcp-clients.mjs';

const createScript = (url) => `
export function onRequest(req) { req.headers.set('x-one', req.env.getVariable('one') ?? 'one'); }
${url.endsWith('/large') ? 'export function onResponse(req, res) { return res.json().people.length; }' : ''}
export function onTest(req, res) {
  test('status', () => expect(res.status).toBe(200));
  test('body', () => expect(res.json().a[0]).toBe(1));
}`;
const createRequestFor = (url) => ({ name: 'One', url, script: createScript(url) });

const check = (result) => {
  const statuses = result.lifecycle.tests.results.map(({ status }) => status).join();
  if (statuses !== 'passed,passed') throw new Error(JSON.stringify(result).slice(0, 2_000));
};

/**
 * Returns the value of a call.
 * @throws Error with the message of the call's error
 */
export const unwrapEither = ({ _tag, right, left }) => {
  if (_tag === 'Left') throw new Error(JSON.stringify(left));
  return right;
};

/** Opens the use cases with real scripts and real HTTP but an in-memory store, to measure an execution without storage. */
const openExecutor = async (folder, url) => {
  const [
    { createApplication },
    { TE },
    { createMemoryStore: memoryStore },
    { createScriptRuntime },
    { createTransport },
  ] = await Promise.all([
    import('@tandem/application'),
    import('@tandem/core/fp'),
    import('@tandem/core/memory'),
    import('@tandem/scripting'),
    import('@tandem/transport'),
  ]);
  const [scripts, http] = [createScriptRuntime(), createTransport()];
  const application = createApplication({
    store: memoryStore(),
    workspaceLocations: { open: (path) => TE.right(path) },
    folderSync: { identify: () => TE.right(null) },
    scripts,
    http,
    clock: { now: () => new Date() },
    ids: { next: () => randomUUID().replaceAll('-', '').slice(0, 16), uuid: randomUUID },
    product: { name: 'Tandem', version: '0' },
    builtIns: () => ({}),
  });
  unwrapEither(await application.workspaces.open({ path: folder })());
  const { id } = unwrapEither(await application.rest.create(createRequestFor(url))());
  const close = async () => {
    await http.close();
    await scripts.close();
  };
  return { workbench: { application, close }, id };
};

const measureLibrary = ({ workbench, id }) => {
  const execute = async () => {
    const context = { signal: new AbortController().signal, progress: () => undefined };
    check(unwrapEither(await workbench.application.rest.execute({ id }, context)()));
  };
  return { execute, close: workbench.close };
};

const openLibrary = async (folder, url) => {
  const { openWorkbench } = await import('@tandem/workbench');
  const workbench = await openWorkbench({ dataFolder: join(folder, 'data'), version: '0', env: {} });
  await workbench.openFolder(join(folder, 'shop'));
  const { id } = unwrapEither(await workbench.application.rest.create(createRequestFor(url))());
  return { workbench, id };
};

const measureMcp = async (folder, url, openClient) => {
  const places = ['--data-dir', join(folder, 'data'), '--workspace', join(folder, 'shop')];
  const server = launch('mcp-server', ['--port', '0', ...places]);
  const [line] = await server.lines(1);
  const client = await openClient(new URL(/http:\S+/.exec(line)[0]));
  const { id } = await client.call('rest_create', createRequestFor(url));
  const close = async () => {
    await client.close();
    await server.stop();
  };
  return { execute: async () => check(await client.call('rest_execute', { id })), close, pid: server.pid };
};

/**
 * The interfaces to measure. Each function opens one with a folder of its own: `execute` runs the request once, and `pid` is the
 * process that does the work.
 */
export const waysIn = {
  /** Sends the request in a plain loop: the minimum cost of a request. */
  floor: async (_folder, url) => {
    const { request: send } = await import('undici');
    const execute = async () => {
      const { statusCode, body } = await send(url, { headers: { 'x-one': 'one' } });
      if (statusCode !== 200 || (await body.json()).a[0] !== 1) throw new Error('floor: wrong answer');
    };
    return { execute, close: async () => undefined };
  },
  executor: async (folder, url) => measureLibrary(await openExecutor(folder, url)),
  library: async (folder, url) => measureLibrary(await openLibrary(folder, url)),
  rpc: async (folder, url) => {
    const [{ workbench, id }, rpc, { WebSocket }] = await Promise.all([
      openLibrary(folder, url),
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
  mcp: (folder, url) => measureMcp(folder, url, openPlainClient),
  'mcp, official client': (folder, url) => measureMcp(folder, url, openSdkClient),
};
