import { expect } from 'vitest';
import { readToolResult, type ToolAnswer } from '@tandem/node/testing';

/** A common interface for both official clients. */
export interface Agent {
  readonly tools: () => Promise<readonly string[]>;
  /** Returns the result of a call. */
  readonly call: (
    name: string,
    args: Record<string, unknown>,
    options?: { readonly signal?: AbortSignal; readonly onStep?: (message: string | undefined) => void },
  ) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

interface ToolList {
  readonly tools: readonly { readonly name: string }[];
}

interface Options {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { message?: string | undefined }) => void;
}

/** The methods of both SDKs' clients that agents need. */
interface AnyClient {
  readonly listTools: () => Promise<ToolList>;
  readonly callTool: (
    params: { name: string; arguments: Record<string, unknown> },
    options: Options,
  ) => Promise<ToolAnswer>;
  readonly close: () => Promise<void>;
}

/** Creates an agent from a client whose `callTool` takes its options as the second argument. */
export const createAgent = (client: AnyClient): Agent => ({
  tools: async () => (await client.listTools()).tools.map(({ name }) => name),
  call: async (name, args, { signal, onStep } = {}) => {
    const result = await client.callTool(
      { name, arguments: args },
      {
        ...(signal ? { signal } : {}),
        ...(onStep
          ? {
              onprogress: ({ message }) => {
                onStep(message);
              },
            }
          : {}),
      },
    );
    return readToolResult(result);
  },
  close: () => client.close(),
});

const steps = ['interpolate', 'onRequest', 'auth', 'send', 'onResponse', 'persist', 'onTest'];

/**
 * Lists tools, calls tools, receives progress and cancels a call.
 * @returns the id of the request that it created
 */
export const runAllSteps = async (agent: Agent, echoUrl: string): Promise<string> => {
  const create = async (url: string) =>
    ((await agent.call('rest_create', { name: 'R', url })) as { id: string }).id;
  expect((await agent.tools()).length).toBeGreaterThan(15);
  const id = await create(`${echoUrl}/x`);
  const received: unknown[] = [];
  const onStep = (message: unknown) => received.push(message);
  expect(await agent.call('rest_execute', { id }, { onStep })).toMatchObject({
    response: { status: 200 },
    error: null,
  });
  // Clients drop progress that they read together with the result.
  expect(received).toEqual(steps.slice(0, received.length));

  const slow = await create(`${echoUrl}/x?delay=300000`);
  const controller = new AbortController();
  const begun: unknown[] = [];
  const cancelled = agent.call(
    'rest_execute',
    { id: slow },
    {
      signal: controller.signal,
      onStep: (message) => {
        begun.push(message);
        if (message === 'send') controller.abort(new Error('enough'));
      },
    },
  );
  await expect(cancelled).rejects.toThrow('enough');
  expect(begun).toEqual(['interpolate', 'onRequest', 'auth', 'send']);
  const stored = async () => {
    const { executions } = (await agent.call('executions_list', { requestId: slow })) as {
      executions: readonly { readonly error?: string | null }[];
    };
    return JSON.stringify(executions);
  };
  await expect.poll(stored).toContain('CANCELLED');
  return id;
};
