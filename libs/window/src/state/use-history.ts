import type { ExecutionId, ExecutionSummary } from '@tandem/core';
import { RpcRefusal } from '@tandem/rpc/client';
import { useQuery } from '@tanstack/react-query';

import type { Link } from '../link/link.js';
import { useLink, useLinkState } from '../link/use-link.js';
import type { Done } from '../model/runs.js';
import type { RequestId } from '../model/saved-request.js';
import { type KeptRequest, readSent } from './read-sent.js';

/** How many executions of a request are offered. */
const take = 50;

/** How much of a kept body is asked for, in bytes. */
const wholeBody = 1024 * 1024;

/** The kept executions of a request, the newest first. */
export const useHistory = (id: RequestId): readonly ExecutionSummary[] => {
  const link = useLink();
  const enabled = useLinkState().kind === 'open';
  const { data } = useQuery({
    queryKey: ['history', id],
    queryFn: () => link.call('executions_list', { requestId: id, take }),
    enabled,
  });
  return data?.executions ?? [];
};

const readExecution = async (link: Link, id: ExecutionId): Promise<Done | undefined> => {
  const { execution, result } = await link.call('executions_get', { id });
  if (result === undefined) return undefined;
  const run: Done = { kind: 'done', result, steps: [], at: Date.parse(execution.startedAt) };
  const { response } = result;
  if (response?.bodyType !== 'text' || !response.bodyTruncated) return run;
  const { body } = await link.call('executions_get', { id, offset: 0, length: wholeBody });
  if (body === undefined) return run;
  const whole = { ...response, textBody: body.content, bodyTruncated: body.nextOffset !== undefined };
  return { ...run, result: { ...result, response: whole } };
};

/** A kept execution as a run, once it is read; an execution never changes. */
export const useKept = (id: ExecutionId | undefined): Done | undefined => {
  const link = useLink();
  const isOpen = useLinkState().kind === 'open';
  return useQuery({
    queryKey: ['execution', id],
    queryFn: () => (id === undefined ? undefined : readExecution(link, id)),
    enabled: isOpen && id !== undefined,
    staleTime: Infinity,
    gcTime: 60_000,
  }).data;
};

/** The request as an execution sent it, once it is read; null when it was not kept. */
export const useSent = (id: ExecutionId): KeptRequest | null | undefined => {
  const link = useLink();
  const isOpen = useLinkState().kind === 'open';
  return useQuery({
    queryKey: ['sent', id],
    queryFn: () => readSent(link, id),
    enabled: isOpen,
    staleTime: Infinity,
    gcTime: 60_000,
  }).data;
};

/** The bytes of a kept body: whole in base64, or only their beginning, or none at all. */
export type KeptBytes =
  { readonly kind: 'whole'; readonly base64: string } | { readonly kind: 'cut' } | { readonly kind: 'none' };

const readBytes = async (link: Link, id: ExecutionId, size: number): Promise<KeptBytes> => {
  try {
    const { body } = await link.call('executions_get', { id, offset: 0, length: wholeBody });
    if (body?.encoding !== 'base64') return { kind: 'none' };
    return body.length < size ? { kind: 'cut' } : { kind: 'whole', base64: body.content };
  } catch (cause) {
    if (cause instanceof RpcRefusal) return { kind: 'none' };
    throw cause;
  }
};

/** The bytes of the kept body of an execution, once they are read; `size` is how many it had. */
export const useKeptBytes = (id: ExecutionId, size: number): KeptBytes | undefined => {
  const link = useLink();
  const isOpen = useLinkState().kind === 'open';
  return useQuery({
    queryKey: ['body', id],
    queryFn: () => readBytes(link, id, size),
    enabled: isOpen,
    staleTime: Infinity,
    gcTime: 10_000,
  }).data;
};
