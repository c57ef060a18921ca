import { type PlannedApplication, createPlannedApplication } from '@tandem/application/testing';
import { listen } from '@tandem/node/http';
import { createRpcServer } from '@tandem/rpc';

import { createMcpApp } from '../http/app.js';
import { acceptEither } from './served.js';

const sdk2Meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Serves Tandem over HTTP on a free port. The responses to its requests are planned. */
export const serveProduct = async (planned?: PlannedApplication) => {
  const setup = planned ?? (await createPlannedApplication());
  const log = { error: () => undefined, warn: () => undefined };
  const app = await createMcpApp(createRpcServer(setup.application, log), { log, version: '1' });
  const server = await listen(app.callback());
  const post = async (body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<string> => {
    const init = { method: 'POST', headers: { ...acceptEither, ...headers }, body: JSON.stringify(body) };
    return (await fetch(server.url, init)).text();
  };
  return {
    planned: setup,
    url: server.url,
    clients: app.clients,
    /** Sends an MCP request, either of a revision with `initialize` or of 2026-07-28. */
    ask: (era: 'sdk1' | 'sdk2', method: string, params: Readonly<Record<string, unknown>>) => {
      if (era === 'sdk1') return post({ jsonrpc: '2.0', id: 1, method, params });
      const name = params.name ?? params.uri;
      return post(
        {
          jsonrpc: '2.0',
          id: 1,
          method,
          params: { ...params, _meta: { ...sdk2Meta, ...(params._meta as object | undefined) } },
        },
        {
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': method,
          ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
        },
      );
    },
    close: async () => {
      app.endStreams();
      await server.close(0);
      await app.close();
    },
  };
};
