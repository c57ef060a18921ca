import { type ExecutionResult, describePart, type SentRequest } from '@tandem/core';

import { cut, cutHead, toSafeText } from '../text/visible.js';
import { htmlLimits } from './limits.js';
import type { PageMessage } from './page-shape.js';

/** What a page keeps of an execution: far less than its result. */
export interface StoredExchange {
  readonly sent?: PageMessage;
  readonly response?: PageMessage;
  readonly logs: readonly string[];
}

type Response = NonNullable<ExecutionResult['response']>;
type StoredBody = Pick<PageMessage, 'body' | 'note'>;
type Part = Extract<SentRequest['body'], { readonly type: 'multipart' }>['parts'][number];

const toPageHeaders = (pairs: readonly (readonly [string, string])[]): PageMessage['headers'] =>
  pairs
    .slice(0, htmlLimits.headers)
    .map(([name, value]) => [toSafeText(name), toSafeText(cut(value, htmlLimits.text))] as const);

const formatPartLine = (part: Part): string => `${part.name}: ${describePart(part)}`;

/** Keeps parts of executions, within the limits of one page. */
export const openKeeper = (maxBody: number) => {
  let used = 0;

  const textOf = (text: string, isRed: boolean, isCutBefore: boolean): StoredBody => {
    const kept = cutHead(text, maxBody);
    if (used + kept.length > (isRed ? htmlLimits.failedBodies : htmlLimits.bodies))
      return { note: 'The body was left out, because this report has reached its limit for bodies.' };
    used += kept.length;
    const isCut = isCutBefore || kept.length < text.length;
    // A slice would keep the whole long string in memory; a copy does not.
    return {
      body: toSafeText(Buffer.from(kept).toString()),
      ...(isCut ? { note: 'Only the beginning of the body is kept.' } : {}),
    };
  };

  const sentBody = (body: SentRequest['body'], isRed: boolean): StoredBody => {
    switch (body.type) {
      case 'none':
        return {};
      case 'text':
        return textOf(body.text, isRed, body.truncated);
      case 'multipart':
        return textOf(body.parts.map(formatPartLine).join('\n'), isRed, false);
      case 'file':
        return { note: toSafeText(`The body is the file ${cut(body.file, htmlLimits.text)}.`) };
    }
  };

  const responseBody = ({ textBody, bodyType, bodyTruncated }: Response, isRed: boolean): StoredBody => {
    if (bodyType === 'empty') return { note: 'The body is empty.' };
    if (textBody === null) return { note: 'The body is binary.' };
    return textOf(textBody, isRed, bodyTruncated);
  };

  return (
    { response, logs }: ExecutionResult,
    sent: SentRequest | undefined,
    isRed: boolean,
  ): StoredExchange => ({
    ...(sent === undefined
      ? {}
      : {
          sent: {
            headers: toPageHeaders(sent.headers.map(({ name, value }) => [name, value])),
            ...sentBody(sent.body, isRed),
          },
        }),
    ...(response === null
      ? {}
      : {
          response: {
            headers: toPageHeaders(Object.entries(response.headers)),
            ...responseBody(response, isRed),
          },
        }),
    logs: logs
      .slice(0, htmlLimits.logs)
      .map(({ level, message }) => toSafeText(`${level}: ${cut(message, htmlLimits.text)}`)),
  });
};
