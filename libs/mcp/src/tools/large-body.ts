import type { ExecutionId } from '@tandem/core';
import { type RpcClient, RpcRefusal } from '@tandem/rpc';
import type { CallOptions } from '@tandem/rpc';

import { toBodyUri } from '../resources/resources.js';
import { type ExecutedResult, isExecuted } from './executed-result.js';

type Value = Readonly<Record<string, unknown>>;

/** Maximum size of a body in one result, in bytes. */
const maxInlineBytes = 64 * 1024;

const limitedArguments = ['maxBodyBytes', 'length'] as const;

/** Limits the size of the body that a call asks for to what one result may contain. The rest begins at `nextOffset`. */
export const limitBodyArguments = (args: unknown): unknown => {
  if (typeof args !== 'object' || args === null) return args;
  const limited = limitedArguments.flatMap((name) => {
    const given = (args as Value)[name];
    return typeof given === 'number' && given > maxInlineBytes && given <= 10 * 1024 * 1024
      ? [[name, maxInlineBytes]]
      : [];
  });
  return limited.length === 0 ? args : { ...args, ...Object.fromEntries(limited) };
};

const isJson = ({ response }: ExecutedResult): boolean =>
  /^[^;]*\bjson\b/i.test(response?.headers?.['content-type'] ?? '');

const loadOutline = async (client: RpcClient, id: ExecutionId, options: CallOptions): Promise<Value> => {
  try {
    const { outline } = await client.call('executions_get', { id, outline: true }, options);
    return outline === undefined ? {} : { outline };
  } catch (error) {
    if (error instanceof RpcRefusal) return {};
    throw error;
  }
};

/** Maximum number of locations in the outline of a body in which `select` found nothing. */
const maxHintedLocations = 30;

/** Loads the outline of a body in which `select` found nothing, so that the caller can correct its path. */
const loadHint = async (client: RpcClient, id: ExecutionId, options: CallOptions): Promise<Value> => {
  const { outline } = await loadOutline(client, id, options);
  if (typeof outline !== 'object' || outline === null) return {};
  const entries = Object.entries(outline);
  if (entries.length <= maxHintedLocations) return { outline };
  const first = Object.fromEntries(entries.slice(0, maxHintedLocations));
  return { outline: { ...first, '…': 'outline: true has more places' } };
};

/** The id of the execution in whose body `select` found nothing. A new result contains the id, a stored one has it in its summary. */
const findEmptySelection = (value: Value): ExecutionId | undefined => {
  const { selected } = value;
  if (!Array.isArray(selected) || selected.length > 0) return undefined;
  if (isExecuted(value)) return value.executionId;
  const { execution } = value as { readonly execution?: { readonly id: ExecutionId } };
  return execution?.id;
};

/** Adds that the body was truncated, where the rest begins, and the resource with the complete body. */
const addNextOffset = (value: ExecutedResult): Value =>
  value.response === null || value.selected !== undefined || 'saved' in value
    ? { ...value }
    : {
        ...value,
        response: {
          ...value.response,
          truncated: true,
          nextOffset: Buffer.byteLength(value.response.textBody ?? ''),
          uri: toBodyUri(value.executionId),
        },
      };

/**
 * Adds to the result of an execution, new or stored, what the caller needs to continue: if the body was truncated, where the rest begins;
 * if `select` found nothing, or the body is truncated JSON, an outline of the body.
 */
export const addContinuation = async (
  client: RpcClient,
  value: Value,
  options: CallOptions,
): Promise<Value> => {
  if (isExecuted(value.result)) {
    const result = await addContinuation(client, { ...value.result }, options);
    return { ...value, result };
  }
  const empty = findEmptySelection(value);
  const hint = empty === undefined ? {} : await loadHint(client, empty, options);
  if (!isExecuted(value)) return { ...value, ...hint };
  if (value.response?.bodyTruncated !== true) return { ...value, ...hint };
  const outline =
    isJson(value) && value.selected === undefined
      ? await loadOutline(client, value.executionId, options)
      : {};
  return { ...addNextOffset(value), ...outline, ...hint };
};
