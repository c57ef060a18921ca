import type { IncomingResponse } from '@tandem/core';

import { type BodyReport, readBody } from './body.js';

/** A response, from the network or from the script, with its body read once. */
export interface Answer extends IncomingResponse {
  readonly mocked: boolean;
  readonly report: BodyReport;
}

/** A response as the steps hand it on. */
export const answered = (response: IncomingResponse, mocked: boolean): Answer => ({
  ...response,
  mocked,
  report: readBody(response.headers, response.body),
});
