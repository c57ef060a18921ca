import { expect, it } from 'vitest';

import { createApplication, createQuietContext } from '../application.js';
import { unwrapResult } from '@tandem/core/testing';
import { createPlannedApplication } from '../testing/index.js';
import { createPlannedAmbient, noFolderSync } from '../testing/planned-ambient.js';

it(
  'an execution reserves memory for its bodies and releases it with its result',
  { tags: ['send:in-flight'] },
  async () => {
    const { plan, seen, store, createRest } = await createPlannedApplication();
    const happened: string[] = [];
    const share = {
      limit: 1,
      take: () => Promise.resolve(true),
      release: () => void happened.push('released'),
    };
    const bodies = {
      limit: 1,
      open: () => {
        happened.push('opened');
        return share;
      },
    };
    const application = createApplication({
      store,
      ...createPlannedAmbient(plan, seen),
      folderSync: noFolderSync,
      bodies,
    });
    const id = await createRest();
    plan.meanwhile = () => {
      happened.push('sent');
      return Promise.resolve();
    };
    await unwrapResult(application.rest.execute({ id }, createQuietContext()));
    expect(happened).toEqual(['opened', 'sent', 'released']);
    expect(seen.options.at(-1)?.share).toBe(share);
  },
);
