import type { ForeignEvent } from '@tandem/core';

import type { ShimParts } from '../shim.js';
import { createRequest } from './request.js';
import { createResponse } from './response.js';

/** The data of an event's scripts. */
export interface Event {
  readonly name: ForeignEvent;
  readonly request: ReturnType<typeof createRequest>;
  readonly response: ReturnType<typeof createResponse> | undefined;
  /** Whether one of its scripts has failed, so that later ones do not run. */
  hasFailed: boolean;
}

/** The events of an execution, each with its own request. They share the response, which scripts may change. */
export const createEvents = ({ run, about, input }: ShimParts, onBegin: () => void) => {
  const mode = run.id === null ? 'standalone' : 'runner';
  let isPlain = false;
  let event: Event | undefined;
  const onPlain = (): void => {
    isPlain = true;
  };
  const timeout = (): number | null => {
    const set = event?.request.req.getTimeout();
    return typeof set === 'number' ? set : about.timeoutMs;
  };
  return {
    begin: (name: ForeignEvent): Event => {
      if (event?.name === name) return event;
      const { request, response } = input();
      onBegin();
      event = {
        name,
        // A timeout set by a script applies to the request from then on.
        request: createRequest(request, { ...about, timeoutMs: timeout() }, mode, onPlain),
        response: response && (event?.response ?? createResponse(response, isPlain)),
        hasFailed: false,
      };
      return event;
    },
    present: (): Event => {
      if (event === undefined) throw new Error('no Bruno script runs');
      return event;
    },
  };
};
