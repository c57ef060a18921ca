import type { ForeignEvent } from '@tandem/core';

import type { ShimParts } from '../shim.js';
import { PostmanRequest } from './request.js';
import { PostmanResponse } from './response.js';

/** The data of an event's scripts. They share the request, which earlier ones may change. */
export interface PostmanEvent {
  readonly name: ForeignEvent;
  readonly request: PostmanRequest;
  readonly response: PostmanResponse | undefined;
}

/** @param fill fills in the values of a request that was sent */
export const createEvents = ({ input }: ShimParts, fill: (text: string) => string) => {
  let event: PostmanEvent | undefined;
  return {
    begin: (name: ForeignEvent): PostmanEvent => {
      if (event?.name === name) return event;
      const { request, response } = input();
      event = {
        name,
        request: new PostmanRequest(request, fill),
        response: name === 'tests' && response ? new PostmanResponse(response) : undefined,
      };
      return event;
    },
    present: (): PostmanEvent => {
      if (event === undefined) throw new Error('no Postman script runs');
      return event;
    },
  };
};
