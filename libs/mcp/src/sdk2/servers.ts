import {
  CLIENT_INFO_META_KEY,
  type McpServerFactory,
  type ProgressToken,
  ResourceNotFoundError,
  Server,
  type ServerContext,
  type Tool as WireTool,
} from '@modelcontextprotocol/server';
import type { OnProgress } from '@tandem/rpc';

import { callTool, getPrompt, listPrompts, type McpLog, orDefect } from '../catalogue/call.js';
import type { Catalogue, Resources } from '../catalogue/catalogue.js';
import { clientName } from '../catalogue/client-name.js';
import { reportProgress } from '../catalogue/progress.js';
import { toWire } from '../catalogue/wire-tool.js';

/** What a request of these revisions says of its client; the SDK's type leaves the name out. */
type Envelope = Readonly<Record<string, { readonly name?: unknown } | undefined>> | undefined;

const serveTools = (server: Server, catalogue: Catalogue, log: McpLog, tools: WireTool[]): void => {
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', ({ params }, { mcpReq: { signal, _meta, notify, envelope } }) => {
    const tell =
      (progressToken: ProgressToken): OnProgress =>
      (progress, total, message) => {
        notify({
          method: 'notifications/progress',
          params: { progressToken, progress, total, message },
        }).catch(() => undefined); // the client has left since
      };
    return reportProgress(_meta?.progressToken, tell, (onProgress) =>
      callTool(catalogue, log, params, {
        signal,
        resourceLinks: true,
        ...onProgress,
        ...clientName((envelope as Envelope)?.[CLIENT_INFO_META_KEY]),
      }),
    );
  });
};

const serveResources = (server: Server, resources: Resources, log: McpLog): void => {
  const list = async ({ mcpReq: { signal } }: ServerContext) => ({
    resources: [...(await resources.list({ signal }))],
  });
  server.setRequestHandler('resources/list', (_request, context) => orDefect(log, list(context)));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [...resources.templates],
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }, { mcpReq: { signal } }) => {
    const content = await orDefect(log, resources.read(uri, { signal }));
    if (content === undefined) throw new ResourceNotFoundError(uri);
    return { contents: [content] };
  });
};

/** Makes the servers of the revisions from 2026-07-28 on, one a request, over the catalogue of the older ones. */
export const modernServersOf = (catalogue: Catalogue, log: McpLog): McpServerFactory => {
  const tools = catalogue.tools.map(toWire) as WireTool[];
  const { name, title, version, instructions, resources, prompts } = catalogue;
  const capabilities = {
    tools: {},
    ...(resources ? { resources: { subscribe: true, listChanged: true } } : {}),
    ...(prompts ? { prompts: {} } : {}),
  };
  return () => {
    const server = new Server({ name, title, version }, { capabilities, instructions });
    serveTools(server, catalogue, log, tools);
    if (prompts) {
      server.setRequestHandler('prompts/list', () => listPrompts(prompts));
      server.setRequestHandler('prompts/get', ({ params }, { mcpReq: { signal } }) =>
        getPrompt(prompts, log, params, { signal }),
      );
    }
    if (resources) serveResources(server, resources, log);
    return server;
  };
};
