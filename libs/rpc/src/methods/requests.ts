import {
  AllRequests,
  ApplyRequests,
  ApplyResult,
  CurlCommand,
  ListAllRequests,
  ListOrder,
  PlaceRequest,
  PreviewRequest,
  RequestAsCode,
  RequestAsCurl,
  RequestCode,
  RequestOrder,
  RestoreRequest,
} from '@tandem/application';
import { DryRun, SavedRequest } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { adds, method, reads, replaces } from '../method.js';
import { errorOf } from '../error-codes.js';

/** For the window's tree, which shows all of them at once; agents list requests by kind and page. */
export const requestsList = method({
  name: 'requests_list',
  title: 'List requests',
  description: 'Lists REST and GraphQL requests in the order of the tree.',
  audience: 'person',
  params: ListAllRequests,
  result: AllRequests,
  effects: reads,
  showsSaved: true,
  handle: (application) => application.requests.list,
});

/** For the window's tree; agents list requests by folder and creation. */
export const requestsOrder = method({
  name: 'requests_order',
  title: 'Order of requests',
  description: 'Returns the ids of REST and GraphQL requests in order, for one folder or all.',
  audience: 'person',
  params: ListOrder,
  result: RequestOrder,
  effects: reads,
  showsSaved: true,
  handle: (application) => application.requests.order,
});

export const requestsPlace = method({
  name: 'requests_place',
  title: 'Place a request',
  description: 'Puts a request before or after another, or last, in a folder, and returns the new order.',
  audience: 'person',
  params: PlaceRequest,
  result: RequestOrder,
  effects: replaces,
  showsSaved: true,
  handle: (application) => application.requests.place,
});

export const requestsRestore = method({
  name: 'requests_restore',
  title: 'Restore a request',
  description: 'Restores a deleted request with its id and position.',
  audience: 'person',
  params: RestoreRequest,
  result: SavedRequest,
  effects: adds,
  showsSaved: true,
  handle: (application) => application.requests.restore,
});

/** Can show secrets, so it is for people only. */
export const requestsCurl = method({
  name: 'requests_curl',
  title: 'Copy as curl',
  description: 'Returns a curl command that sends what executing the request would send.',
  audience: 'person',
  params: RequestAsCurl,
  result: CurlCommand,
  effects: reads,
  handle: (application) => application.requests.asCurl,
});

/** Can show secrets, so it is for people only. */
export const requestsCode = method({
  name: 'requests_code',
  title: 'Copy as code',
  description: 'Returns code of a language that sends what executing the request would send.',
  audience: 'person',
  params: RequestAsCode,
  result: RequestCode,
  effects: reads,
  handle: (application) => application.requests.asCode,
});

/** Runs `onRequest`, so it takes as long as its script. */
export const requestsPreview = method({
  name: 'requests_preview',
  title: 'Preview a request',
  description:
    'Returns the request that would be sent, after variables, auth and onRequest, and sends nothing.',
  audience: 'person',
  params: PreviewRequest,
  result: DryRun,
  effects: reads,
  handle: (application) => application.requests.preview,
});

export const requestsApply = method({
  name: 'requests_apply',
  title: 'Apply many changes',
  description: 'Does many changes in one transaction; later ones can name what earlier ones created.',
  params: ApplyRequests,
  result: ApplyResult,
  effects: { ...replaces, idempotent: false },
  showsSaved: true,
  handle: (application) => (params) =>
    pipe(
      application.requests.apply(params),
      TE.map((done) => {
        const results = done.map((one) => ('error' in one ? { op: one.op, error: errorOf(one.error) } : one));
        const failed = done.filter((one) => 'error' in one).length;
        const dryRun = params.dryRun === true ? ({ dryRun: true } as const) : {};
        return { applied: done.length - failed, failed, results, ...dryRun };
      }),
    ),
});
