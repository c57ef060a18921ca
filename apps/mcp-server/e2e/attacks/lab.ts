import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createLog } from '@tandem/node/cli';
import { createRedactor, describe as describeError } from '@tandem/core';
import { E, type TE } from '@tandem/core/fp';
import { startMcpServer } from '@tandem/mcp';
import { createRpcServer } from '@tandem/rpc';
import { openWorkbench } from '@tandem/workbench';
import { readToolResult } from '@tandem/node/testing';

/** The secret that every attack tries to get. It contains upper and lower case, so that a host name cannot contain it unchanged. */
export const token = 'Zk3q-7vXw_LmPb2Rj8Yc';

const listenLocally = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

type ToolArguments = Readonly<Record<string, unknown>>;

/** The outcome of a call: the code of the execution's error, the call's error, or the status. */
export type Outcome = string;

/** A workbench with a secret bound to the server `home`, an agent, and a server `evil` that records every byte. */
export const openLab = async () => {
  const root = await mkdtemp(join(tmpdir(), 'tandem-attacks-'));
  const folder = join(root, 'shop');
  await mkdir(folder);

  const stolen: Buffer[] = [];
  const evilServer = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      stolen.push(chunk);
      if (!socket.writableEnded)
        socket.end(
          'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Digest realm="r", nonce="n", qop="auth"\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}',
        );
    });
  });
  const evil = await listenLocally(evilServer);

  const homeServer = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://home');
      if (pathname === '/away') {
        const location = searchParams.get('to') ?? '';
        response.writeHead(Number(searchParams.get('status') ?? 307), { location }).end();
        return;
      }
      if (pathname === '/cookie')
        response.setHeader('set-cookie', `sid=${searchParams.get('value') ?? ''}; Path=/`);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ url: request.url, headers: request.headers, body }));
    });
  });
  const home = await listenLocally(homeServer);

  const workbench = await openWorkbench({ dataFolder: join(root, 'data'), version: '1.2.3', env: {} });
  await workbench.openFolder(folder);
  const { application } = workbench;
  const log = await createLog('attacks', 'silent');
  const rpc = createRpcServer(application, log);
  const mcp = await startMcpServer(rpc, { dataFolder: join(root, 'data'), port: 0, log, version: '1.2.3' });
  workbench.ownPorts.add(Number(new URL(mcp.url).port));
  const client = new Client({ name: 'attacker', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(mcp.url)));

  const said: string[] = [];
  /** Calls a tool as the agent, and records everything that the agent receives. */
  const call = async (name: string, args: ToolArguments = {}): Promise<ToolArguments> => {
    const answer = await client.callTool({ name, arguments: args }).catch((error: unknown) => ({
      isError: true,
      content: String(error),
    }));
    said.push(JSON.stringify(answer));
    return answer.isError === true
      ? { failed: JSON.stringify(answer.content) }
      : readToolResult<ToolArguments>(answer);
  };
  const outcomeOf = (result: ToolArguments): Outcome => {
    const { failed, error, response } = result as {
      readonly failed?: string;
      readonly error?: { readonly code: string } | null;
      readonly response?: { readonly status: number } | null;
    };
    return failed ?? error?.code ?? String(response?.status ?? JSON.stringify(result));
  };
  let requests = 0;
  const execute = async (fields: ToolArguments, more: ToolArguments = {}): Promise<ToolArguments> => {
    const name = `R${(requests += 1)}`;
    const created = await call('rest_create', { name, ...fields });
    return 'id' in created ? call('rest_execute', { id: created.id, ...more }) : created;
  };
  const lab = {
    home,
    evil,
    folder,
    application,
    call,
    outcomeOf,
    execute,
    mcp: mcp.url,
    send: async (fields: ToolArguments, more: ToolArguments = {}): Promise<Outcome> =>
      outcomeOf(await execute(fields, more)),
    /** Executes a request to `home` with a script. */
    script: async (script: string, fields: ToolArguments = {}): Promise<ToolArguments> =>
      execute({ url: `http://127.0.0.1:${home}/`, script, ...fields }),
    person: async <A>(work: TE.TaskEither<Parameters<typeof describeError>[0], A>): Promise<A> => {
      const outcome = await work();
      if (E.isRight(outcome)) return outcome.right;
      throw new Error(describeError(outcome.left));
    },
    /** Approves all pending connections, like a person. */
    approveAll: async (): Promise<void> => {
      const { connectionReviews } = application;
      const { settings } = await lab.person(connectionReviews.list({}));
      await lab.person(connectionReviews.approve({ keys: settings.map(({ key }) => key) }));
    },
    /** Restores the environment that the person set up. */
    reset: async (): Promise<void> => {
      const { environments, secretHosts, scriptSending } = application;
      const present = await lab.person(environments.list({}));
      if (!present.environments.some(({ name }) => name === 'Dev'))
        await lab.person(environments.create({ name: 'Dev' }));
      await lab.person(environments.update({ id: 'Dev', secrets: { TOKEN: token } }));
      await lab.person(environments.activate({ id: 'Dev' }));
      await lab.person(scriptSending.decide({ allow: true }));
      const hosts = [`127.0.0.1:${home}`];
      await lab.person(secretHosts.choose({ environment: 'Dev', name: 'TOKEN', hosts }));
      stolen.length = 0;
      said.length = 0;
    },
    /** Lists the data that contains the value in any encoding and was received by `evil` or the agent. */
    leaked: (): readonly string[] => {
      const { text } = createRedactor([{ name: 'TOKEN', value: token }]);
      const bytes = Buffer.concat(stolen);
      const at = bytes.indexOf(Buffer.from([0x1f, 0x8b]));
      const plain = at < 0 ? '' : gunzipSync(bytes.subarray(at)).toString();
      const texts = [bytes.toString('latin1'), bytes.toString('utf16le'), plain, ...said];
      return texts.filter((one) => text(one) !== one);
    },
    close: async (): Promise<void> => {
      await client.close();
      await mcp.close();
      await workbench.close();
      homeServer.closeAllConnections();
      await Promise.all([evilServer, homeServer].map((one) => new Promise((resolve) => one.close(resolve))));
      await rm(root, { recursive: true });
    },
  };
  return lab;
};

export type Lab = Awaited<ReturnType<typeof openLab>>;
