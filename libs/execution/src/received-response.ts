import type { IncomingResponse } from '@tandem/core';

import { type BodyReport, readBody } from './body.js';

/** A response from the network or the script, with its decoded body. */
export interface ReceivedResponse extends IncomingResponse {
  readonly mocked: boolean;
  readonly report: BodyReport;
}

/** Decodes the body of `response` once for all steps. */
export const receivedResponse = (response: IncomingResponse, mocked: boolean): ReceivedResponse => ({
  ...response,
  mocked,
  report: readBody(response.headers, response.body),
});
