import type { ExecutionId, ResponseSummary } from '@tandem/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { useLinkState } from '../../link/use-link.js';
import { fetchFromServer } from '../../link/own-fetch.js';

/** A body as far as it is there. */
export interface LoadedBody {
  /** Undefined for bytes that are no text. */
  readonly text: string | undefined;
  /** Undefined for a text that came with its result. */
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
  /** Whether there was more of it. */
  readonly isCut: boolean;
}

/** The stored bytes of a body; null when none are stored. */
export const readBody = async (id: ExecutionId): Promise<Pick<LoadedBody, 'bytes' | 'isCut'> | null> => {
  const answer = await fetchFromServer(`/body?id=${encodeURIComponent(id)}`);
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`The body could not be read: ${answer.status} ${answer.statusText}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { bytes, isCut: answer.headers.get('x-tandem-truncated') === 'true' };
};

/**
 * The body of a response: what came with its result, or what is stored of it when that is more. Undefined while it is read,
 * null when there is none to show.
 */
export const useBody = (id: ExecutionId, response: ResponseSummary): LoadedBody | null | undefined => {
  const isOpen = useLinkState().kind === 'open';
  const { textBody, bodyType, bodyTruncated } = response;
  const isWhole = bodyType === 'empty' || (bodyType === 'text' && !bodyTruncated);
  const { data, error } = useQuery({
    queryKey: ['body', id],
    queryFn: () => readBody(id),
    enabled: isOpen && !isWhole,
    staleTime: Infinity,
    gcTime: 10_000,
  });
  return useMemo(() => {
    if (bodyType === 'empty') return null;
    const beginning = textBody === null ? null : { text: textBody, bytes: undefined, isCut: bodyTruncated };
    if (isWhole || error !== null || data === null) return beginning;
    if (data === undefined) return undefined;
    const isText = bodyType === 'text';
    return {
      ...data,
      text: isText ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(data.bytes) : undefined,
    };
  }, [bodyType, textBody, bodyTruncated, isWhole, data, error]);
};
