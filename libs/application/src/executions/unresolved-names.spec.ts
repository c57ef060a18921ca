import { unwrapResult } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { createQuietContext } from '../application.js';
import { createPlannedApplication } from '../testing/index.js';

it('a missing variable is reported with an environment that has a value for it', async () => {
  const fixture = await createPlannedApplication();
  const { environments, runs } = fixture.application;
  const host = { host: 'http://127.0.0.1' };
  await unwrapResult(environments.create({ name: 'Local', variables: host }));
  const other = await unwrapResult(environments.create({ name: 'Other', variables: { a: '1' } }));
  await unwrapResult(environments.activate({ id: other.id }));
  await fixture.createRest({ name: 'get', url: '{{host}}/users' });
  const { requests } = await unwrapResult(runs.run({ plan: {} }, createQuietContext()));
  expect(JSON.stringify(requests)).toContain('The environment “Local” has a value for it; choose it.');
});
