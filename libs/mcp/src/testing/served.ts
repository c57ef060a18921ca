import { request } from 'node:http';

import { listen } from '@tandem/node/http';

import { createCatalogueApp } from '../http/app.js';
import type { McpAppOptions } from '../http/options.js';
import type { Catalogue, Tool } from '../catalogue/catalogue.js';

const readEffects = { readOnly: true, destructive: false, idempotent: true, openWorld: false };
const inputSchema = { type: 'object', properties: {}, additionalProperties: false };
const createTool = (name: string, call: Tool['call']): Tool => ({
  name,
  title: name,
  description: `The tool ${name}`,
  inputSchema,
  effects: readEffects,
  call,
});

/** The events of the tool calls, in order: `begun x`, `aborted x`. */
export type Journal = string[];

const waitUntilAborted = (journal: Journal, name: string, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    journal.push(`begun ${name}`);
    signal?.addEventListener('abort', () => {
      journal.push(`aborted ${name}`);
      resolve();
    });
  });

/** Creates a catalogue with tools that succeed, fail, throw, wait to be cancelled and report progress. */
export const sampleCatalogue = (journal: Journal): Catalogue => ({
  name: 'fixture',
  title: 'Fixture',
  version: '1.2.3',
  instructions: 'Use it.',
  tools: [
    createTool('echo', (args) => Promise.resolve({ isError: false, value: { args } })),
    createTool('refuses', () =>
      Promise.resolve({ isError: true, error: { code: 'NOT_FOUND', message: 'no' } }),
    ),
    createTool('breaks', () => Promise.reject(new Error('secret path /etc/x'))),
    createTool('waits', async (args, { signal }) => {
      await waitUntilAborted(journal, (args as { name?: string }).name ?? 'waits', signal);
      return { isError: false, value: {} };
    }),
    createTool('steps', (_, { onProgress }) => {
      for (const [index, name] of ['one', 'two', 'three'].entries()) onProgress?.(index, 3, name);
      return Promise.resolve({ isError: false, value: { done: true } });
    }),
  ],
  prompts: [
    {
      name: 'greet',
      title: 'Greet',
      description: 'Greets',
      arguments: [{ name: 'who', description: 'Whom', required: true }],
      text: ({ who = '' }) => `Hello ${who}`,
    },
  ],
  resources: {
    templates: [],
    list: () => Promise.resolve([{ uri: 'x:1', name: '1', title: 'One', mimeType: 'text/plain' }]),
    read: (uri) =>
      uri === 'x:broken'
        ? Promise.reject(new Error('secret path /etc/x'))
        : Promise.resolve(uri === 'x:1' ? { uri, mimeType: 'text/plain', text: 'one' } : undefined),
    touched: (change) => (change.entity === 'selection' ? [] : [`x:${change.id}`]),
    changesList: (change) => change.entity !== 'selection' && change.op !== 'updated',
  },
});

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export type Headers = Readonly<Record<string, string>>;

/** The headers that a client must send. */
export const json: Headers = { 'content-type': 'application/json' };
/** The headers that the official clients send. */
export const acceptEither: Headers = { ...json, accept: 'application/json, text/event-stream' };

/** Creates a tools/call message. */
export const call = (name: string, args?: unknown, id: unknown = 1, token?: unknown) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: {
    name,
    ...(args === undefined ? {} : { arguments: args }),
    ...(token === undefined ? {} : { _meta: { progressToken: token } }),
  },
});

/** Creates an initialize message. */
export const initialize = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 'a',
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'c', version: '1' } },
});

/** Parses the messages in the text of an event stream. */
export const parseEventMessages = (text: string): readonly Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)) as Record<string, unknown>);

/** Serves the sample catalogue on a free port. Sends requests with exactly the headers that a test passes. */
export const serveSample = async (options: Partial<McpAppOptions> & { readonly port?: number } = {}) => {
  const [journal, logged]: [Journal, object[]] = [[], []];
  const log = { error: (fields: object) => logged.push(fields), warn: () => undefined };
  const app = await createCatalogueApp(sampleCatalogue(journal), { log, ...options });
  const server = await listen(app.callback(), { port: options.port ?? 0 });
  const ask = (method: string, path: string, headers: Headers, body?: string): Promise<HttpAnswer> =>
    new Promise((resolve, reject) => {
      const sent = request({ host: server.host, port: server.port, method, path, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          });
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  /** Opens a stream; `text()` returns what has arrived so far. */
  const openStream = async (headers: Headers = {}, init: RequestInit = {}) => {
    const controller = new AbortController();
    const response = await fetch(server.url, {
      ...init,
      headers: { accept: 'text/event-stream', ...headers },
      signal: controller.signal,
    });
    let [text, isOpen] = ['', true];
    const read = async () => {
      const decoder = new TextDecoder();
      for await (const chunk of response.body ?? []) text += decoder.decode(chunk as Uint8Array);
    };
    const ended = read()
      .catch(() => undefined)
      .then(() => {
        isOpen = false;
      });
    return {
      response,
      text: () => text,
      messages: () => parseEventMessages(text),
      isOpen: () => isOpen,
      ended,
      close: () => {
        controller.abort();
      },
    };
  };
  return {
    journal,
    logged,
    app,
    url: server.url,
    port: server.port,
    ask,
    openStream,
    post: (body: unknown, headers: Headers = json) =>
      ask('POST', '/', headers, typeof body === 'string' ? body : JSON.stringify(body)),
    close: async () => {
      app.endStreams();
      await server.close(0);
      await app.close();
    },
  };
};

export type SampleServer = Awaited<ReturnType<typeof serveSample>>;
