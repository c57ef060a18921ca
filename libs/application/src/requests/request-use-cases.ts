import { type AnyRequest, type Ports, type RequestKindOf, requestKinds } from '@tandem/core';

import { atomic } from '../transaction.js';
import type { createAgreements } from '../trust/agree-by-setting.js';
import type { takeBackAgreements } from '../trust/take-back-agreements.js';
import { copySaved } from './copy-request.js';
import { executeManyRest } from '../executions/execute-many.js';
import { updateRestScript } from './rest-script.js';
import { previewRequest } from './preview-request.js';
import { requestAsCode } from './request-as-code.js';
import { requestAsCurl } from './request-as-curl.js';
import { listAllRequests } from './list-requests.js';
import { listOrder, placeRequest } from './request-order.js';
import { restoreRequest } from './restore-request.js';
import { getSaved, createSavedRequestUseCases } from './saved-requests.js';
import type { ReadRevised, SessionView } from '../seen-revisions.js';

/** Of requests of every kind: their list, their order within folders, their return after a deletion, and their commands. */
export const requestUseCases = (ports: Ports) => ({
  list: listAllRequests(ports),
  order: listOrder(ports),
  place: atomic(ports, placeRequest),
  restore: atomic(ports, restoreRequest),
  asCurl: requestAsCurl(ports),
  asCode: requestAsCode(ports),
  preview: previewRequest(ports),
});

/** What is noted of the calls of a caller: what they have seen, and what they agree to by setting it or take back. */
export interface CallWatchers {
  readonly sight: SessionView;
  readonly agree: ReturnType<typeof createAgreements>;
  readonly takeBack: ReturnType<typeof takeBackAgreements>;
}

const requestsOf = <A extends AnyRequest, S>(
  ports: Ports,
  kind: RequestKindOf<A, S>,
  { sight, agree, takeBack }: CallWatchers,
) => {
  const all = createSavedRequestUseCases(ports, kind, sight);
  const present = getSaved(ports, kind);
  return {
    ...all,
    create: agree.request(all.create),
    update: agree.request(all.update, present),
    remove: takeBack(all.remove),
    copy: atomic(ports, copySaved(kind)),
  };
};

/** What can be done with REST requests, beside executing one. */
export const restUseCases = (ports: Ports, watching: CallWatchers) => {
  const { sight } = watching;
  const rest = requestsOf(ports, requestKinds.rest, watching);
  return {
    ...rest,
    updateScript: sight.noting(
      // Not `rest.get`, after which the caller would have seen what it is to be refused for.
      sight.guarding(updateRestScript(ports), getSaved(ports, requestKinds.rest) as unknown as ReadRevised),
      ({ request }) => [request],
    ),
    executeMany: executeManyRest(ports),
  };
};

/** What can be done with GraphQL requests, beside executing one. */
export const graphqlUseCases = (ports: Ports, watching: CallWatchers) =>
  requestsOf(ports, requestKinds.graphql, watching);
