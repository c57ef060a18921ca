import type { ExecutionResult } from '@tandem/core';

import { cut, head, visible } from '../text/visible.js';
import { htmlLimits } from './limits.js';
import type { PageResponse } from './page-shape.js';

/** What a page keeps of a result: far less than the result. */
export interface KeptExchange {
  readonly response?: PageResponse;
  readonly logs: readonly string[];
}

type Response = NonNullable<ExecutionResult['response']>;

/** Keeps parts of results, within the limits of one page. */
export const openKeeper = (maxBody: number) => {
  let used = 0;

  const bodyOf = (
    { textBody, bodyType, bodyTruncated }: Response,
    isRed: boolean,
  ): Pick<PageResponse, 'body' | 'note'> => {
    if (bodyType === 'empty') return { note: 'The body is empty.' };
    if (textBody === null) return { note: 'The body is binary.' };
    const kept = head(textBody, maxBody);
    if (used + kept.length > (isRed ? htmlLimits.failedBodies : htmlLimits.bodies))
      return { note: 'The body was left out, because this report has reached its limit for bodies.' };
    used += kept.length;
    const isCut = bodyTruncated || kept.length < textBody.length;
    // A part of a long text would keep the whole text in memory, but a copy does not.
    return {
      body: visible(Buffer.from(kept).toString()),
      ...(isCut ? { note: 'Only the beginning of the body is kept.' } : {}),
    };
  };

  const responseOf = (response: Response, isRed: boolean): PageResponse => ({
    headers: Object.entries(response.headers)
      .slice(0, htmlLimits.headers)
      .map(([name, value]) => [visible(name), visible(cut(value, htmlLimits.text))] as const),
    ...bodyOf(response, isRed),
  });

  return ({ response, logs }: ExecutionResult, isRed: boolean): KeptExchange => ({
    ...(response === null ? {} : { response: responseOf(response, isRed) }),
    logs: logs
      .slice(0, htmlLimits.logs)
      .map(({ level, message }) => visible(`${level}: ${cut(message, htmlLimits.text)}`)),
  });
};
