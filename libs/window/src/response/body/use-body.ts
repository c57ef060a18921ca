import type { ExecutionId, ResponseSummary } from '@tandem/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useEffect, useState } from 'react';

import { queryKeys } from '../../link/query-keys.js';
import { useLinkState } from '../../link/use-link.js';
import { fetchFromServer } from '../../link/page-session.js';
import type { BodyFormat } from './body-format.js';
import { findFoldEnds } from './pretty-print.js';
import { formatHexLines, formatReadableBody } from './show-body.js';

/** Formatted text with its foldable lines. */
interface ViewerText {
  readonly text: string;
  /** The last line of the block that begins on each line, zero-based; 0 if no block begins on it. */
  readonly folds: Int32Array;
}

/** The content that a viewer shows: text, or bytes as a hex dump. */
export type ViewerSource = string | Uint8Array<ArrayBuffer>;

/**
 * Maximum length of JSON and plain text that the page formats itself, in characters. A worker formats longer and other
 * text.
 */
const maxSyncLength = 60_000;

/** Maximum number of bytes that the page dumps itself. */
const maxSyncBytes = 10_000;

const toViewerTextSync = (source: ViewerSource, format: BodyFormat | undefined): ViewerText | undefined => {
  if (typeof source !== 'string') {
    if (source.length > maxSyncBytes) return undefined;
    const dump = formatHexLines(source);
    return { text: dump, folds: findFoldEnds(dump) };
  }
  if (source.length > maxSyncLength) return undefined;
  if (format !== undefined && format !== 'json' && format !== 'text') return undefined;
  const laid = format === 'json' ? formatReadableBody(source, 'application/json').text : source;
  return { text: laid, folds: findFoldEnds(laid) };
};

/**
 * Text formatted for its language, or unformatted without a language, or the dump of bytes; undefined until it is ready. A worker
 * formats what is long, so that the page does not freeze.
 */
export const useViewerText = (
  source: ViewerSource | undefined,
  format: BodyFormat | undefined,
): ViewerText | undefined => {
  const ready = useMemo(
    () => (source === undefined ? undefined : toViewerTextSync(source, format)),
    [source, format],
  );
  const [done, setDone] = useState<{
    readonly of: ViewerSource;
    readonly as: string;
    readonly laid: ViewerText;
  }>();
  const as = format ?? 'raw';
  useEffect(() => {
    if (source === undefined || ready !== undefined) return undefined;
    const worker = new Worker(new URL('./viewer.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<ViewerText>) => {
      setDone({ of: source, as, laid: data });
    });
    worker.postMessage({ source, format });
    return () => {
      worker.terminate();
    };
  }, [source, format, as, ready]);
  if (ready !== undefined) return ready;
  return done !== undefined && done.of === source && done.as === as ? done.laid : undefined;
};

/** The loaded part of a body. */
export interface LoadedBody {
  /** Undefined if the body is not text. */
  readonly text: string | undefined;
  /** Undefined for text that the result of the execution contained. */
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
  /** Whether the body has more bytes than were loaded. */
  readonly isCut: boolean;
}

/** Loads the stored bytes of a body; null if none are stored. */
export const readBody = async (id: ExecutionId): Promise<Pick<LoadedBody, 'bytes' | 'isCut'> | null> => {
  const answer = await fetchFromServer(`/body?id=${encodeURIComponent(id)}`);
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`The body could not be read: ${answer.status} ${answer.statusText}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { bytes, isCut: answer.headers.get('x-tandem-truncated') === 'true' };
};

/**
 * The body of a response: the part in the result, or the stored bytes if they are more. Undefined while it loads, null if the response
 * has no body.
 */
export const useBody = (id: ExecutionId, response: ResponseSummary): LoadedBody | null | undefined => {
  const isOpen = useLinkState().kind === 'open';
  const { textBody, bodyType, bodyTruncated } = response;
  const isWhole = bodyType === 'empty' || (bodyType === 'text' && !bodyTruncated);
  const { data, error } = useQuery({
    queryKey: [...queryKeys.body, id],
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
