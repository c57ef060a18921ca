import { toClientName } from './client-name.js';
import { callTool, getPrompt, listPrompts, type McpLog, awaitOrDefect } from './call.js';
import type { Catalogue, Resources } from './catalogue.js';
import { createElicitPrompts, createElicitApproval, type SendElicitation } from '../tools/elicit.js';
import type { ClientInfo } from './presence.js';
import { type ProgressTarget, reportProgress } from '../tools/progress.js';
import { toWire } from '../tools/wire-tool.js';

/** The parts of a request that the handlers use, from either SDK. */
export interface McpRequest extends ProgressTarget {
  readonly signal: AbortSignal;
  /** The name and version that the client reported, if any. */
  readonly client: ClientInfo;
  /** Distinguishes clients with the same name. Absent without a session. */
  readonly session?: string;
  /** Asks the client's user. Absent if the client cannot. */
  readonly elicit?: SendElicitation;
}

/** The parts of a request that identify its caller. */
type RequestCaller = Pick<McpRequest, 'signal' | 'client' | 'session'>;

const toCaller = ({ signal, client, session }: RequestCaller) => ({
  signal,
  ...toClientName(client),
  ...(session === undefined ? {} : { session }),
});

const createResourceHandlers = (resources: Resources, log: McpLog, notFound: (uri: string) => Error) => ({
  list: async (request: RequestCaller) => ({
    resources: [...(await awaitOrDefect(log, resources.list(toCaller(request))))],
  }),
  listTemplates: () => ({ resourceTemplates: [...resources.templates] }),
  read: async (uri: string, request: RequestCaller) => {
    const content = await awaitOrDefect(log, resources.read(uri, toCaller(request)));
    if (content === undefined) throw notFound(uri);
    return { contents: [content] };
  },
});

/**
 * Creates the request handlers for a catalogue. The servers of both SDKs use them, so that clients get the same answers in every protocol
 * revision.
 * @param notFound creates the error for a missing resource, which differs by revision
 */
export const createHandlers = (catalogue: Catalogue, log: McpLog, notFound: (uri: string) => Error) => {
  const { name, title, version, instructions, resources, prompts, presence, waits } = catalogue;
  const tools = catalogue.tools.filter(({ isListed = true }) => isListed).map(toWire);
  return {
    implementation: { name, title, version },
    options: {
      instructions,
      capabilities: {
        tools: {},
        ...(resources ? { resources: { subscribe: true, listChanged: true } } : {}),
        ...(prompts ? { prompts: {} } : {}),
      },
    },
    tools: {
      list: (client: ClientInfo) => {
        presence?.listed(client);
        return { tools };
      },
      call: (params: Parameters<typeof callTool>[2], request: McpRequest) => {
        if (catalogue.tools.some((one) => one.name === params.name))
          presence?.called(request.client, params.name);
        return reportProgress(
          request,
          (waiting) =>
            callTool(catalogue, log, params, {
              ...toCaller(request),
              ...waiting,
              ...(request.elicit === undefined
                ? {}
                : {
                    elicit: createElicitApproval(request.elicit),
                    elicitPrompts: createElicitPrompts(request.elicit),
                  }),
            }),
          waits,
        );
      },
    },
    prompts: prompts && {
      list: () => listPrompts(prompts),
      get: (params: Parameters<typeof getPrompt>[2], request: RequestCaller) =>
        getPrompt(prompts, log, params, toCaller(request)),
    },
    resources: resources && createResourceHandlers(resources, log, notFound),
  };
};

export type Handlers = ReturnType<typeof createHandlers>;
