import { unwrapResult } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { testInHouse } from './testing/house.js';

it(
  'a conflict never shows a secret value that is in the file, and can be resolved with that file',
  { tags: 'folder:secrets' },
  testInHouse(async (house) => {
    const environment = await house.environment();
    const { revision } = environment;
    const secrets = [{ name: 'TOKEN', value: 'supersecret99', enabled: true }];
    await unwrapResult(
      house.store.environments.replace({ ...environment, revision: revision + 1, secrets }, revision),
    );
    const id = await house.createRest({ name: 'Shared', url: 'http://h/base', script: '' });
    await house.synchronize();
    await house.edit('shared.yml', 'http://h/base', 'http://h/?key=supersecret99');
    await unwrapResult(house.application.rest.update({ id, url: 'http://h/app' }));
    const { conflicts } = await house.synchronize({ dryRun: true });
    expect(conflicts).toMatchObject([
      {
        id,
        field: 'url',
        base: 'http://h/base',
        ours: 'http://h/app',
        theirs: 'http://h/?key=‹secret:TOKEN›',
      },
    ]);
    await house.resolve({ id, field: 'url', take: 'theirs' });
    expect(await house.get(id)).toMatchObject({ url: 'http://h/?key=supersecret99' });
  }),
);
