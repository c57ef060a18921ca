import type { IncomingResponse } from '@tandem/core';

import { type BodyReport, readBodyInSlices } from '../bodies/body.js';

/** A response from the network or the script, with its decoded body. */
export interface ReceivedResponse extends IncomingResponse {
  readonly mocked: boolean;
  readonly report: BodyReport;
}

/** Decodes the body of a network response once for all steps. */
export const toReceivedResponse = async (response: IncomingResponse): Promise<ReceivedResponse> => ({
  ...response,
  mocked: false,
  report: await readBodyInSlices(response.headers, response.body),
});
