import type { Store } from '@tandem/core';
import { unwrapResult } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { createPlannedApplication } from '../testing/index.js';

it(
  'an export reads all its requests together, and their environment once',
  { tags: 'export:bounded' },
  async () => {
    let reads = 0;
    const counted = (store: Store): Store => ({
      ...store,
      restRequests: {
        ...store.restRequests,
        get: (...args) => {
          reads += 1;
          return store.restRequests.get(...args);
        },
      },
      environments: {
        ...store.environments,
        list: (...args) => {
          reads += 1;
          return store.environments.list(...args);
        },
      },
    });
    const on = await createPlannedApplication({ wrap: counted });
    for (let at = 0; at < 40; at++) await on.createRest({ name: `Request ${at}`, url: `http://h/${at}` });
    for (const format of ['curl', 'fetch', 'requests'] as const) {
      reads = 0;
      const { counts, text } = await unwrapResult(
        on.application.exports.render({ format, maxChars: 1_000_000 }),
      );
      expect(counts.requests).toBe(40);
      expect(text).toContain('http://h/39');
      expect(reads).toBeLessThan(5);
    }
  },
);
