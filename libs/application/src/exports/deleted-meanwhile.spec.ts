import type { RestRequest, SavedRequests, Store } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';
import { unwrapResult } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { createPlannedApplication } from '../testing/index.js';
import { exportDocument } from './export-document.js';

/** A store that deletes the first request of a list just before that list is read for the `nth` time. */
const deleteBeforeList =
  (nth: number) =>
  (store: Store): Store => {
    const { restRequests } = store;
    let reads = 0;
    const all: SavedRequests<RestRequest, unknown>['all'] = (workspaceId, ids) => {
      const [first] = ids ?? [];
      reads += first === undefined ? 0 : 1;
      if (first === undefined || reads !== nth) return restRequests.all(workspaceId, ids);
      return pipe(
        restRequests.remove(workspaceId, first),
        TE.flatMap(() => restRequests.all(workspaceId, ids)),
      );
    };
    return { ...store, restRequests: { ...restRequests, all } };
  };

const setUpTwoRequests = async (nth: number) => {
  const on = await createPlannedApplication({ wrap: deleteBeforeList(nth) });
  await unwrapResult(on.application.folders.create({ path: 'Shop' }));
  await on.createRest({ name: 'Pay', url: 'http://h/pay', folder: 'Shop', script: '' });
  await on.createRest({ name: 'List', url: 'http://h/list', script: '' });
  return on;
};

const leftOut = [{ place: 'Shop/Pay', what: 'the request: it was deleted while it was exported' }];

it(
  'an export as code names a request that was deleted before it was read',
  { tags: 'export:left-out' },
  async () => {
    for (const nth of [1, 2]) {
      const { application } = await setUpTwoRequests(nth);
      const exported = await unwrapResult(application.exports.render({ format: 'curl' }));
      expect(exported.leftOut).toEqual(leftOut);
      expect(exported.text).toContain('http://h/list');
      expect(exported.text).not.toContain('http://h/pay');
    }
  },
);

it(
  'an export as a document names a request that was deleted before it was read',
  { tags: 'export:left-out' },
  async () => {
    const { ports } = await setUpTwoRequests(1);
    const documents = {
      write: () => TE.right({ text: '{}', leftOut: [{ place: 'List', what: 'its scripts' }] }),
    };
    const exported = await unwrapResult(exportDocument({ ...ports, documents })({ format: 'postman' }));
    expect(exported.leftOut).toEqual([...leftOut, { place: 'List', what: 'its scripts' }]);
    expect(exported.requests).toBe(1);
  },
);
