import { unwrapResult } from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { createPlannedApplication } from '../testing/index.js';

const setUpSecrets = async (secrets: Readonly<Record<string, string>>) => {
  const planned = await createPlannedApplication();
  const { id, activeEnvironmentId } = planned.workspace;
  const changes = Object.entries(secrets).map(([name, value]) => ({ kind: 'secret', name, value }) as const);
  await unwrapResult(planned.store.environments.change(id, activeEnvironmentId!, changes, 'now'));
  return planned;
};

const shortSecretTag = { tags: ['secrets:short'] };

it('a secret that is too short to be redacted is named in the diagnostics', shortSecretTag, async () => {
  const { rest } = await setUpSecrets({ PIN: '123', PADDED: ' ab ', LONG: '1234', NONE: '' });
  const { diagnostics } = await rest();
  expect(diagnostics).toMatchObject([
    { code: 'SECRET_TOO_SHORT', where: 'secret:PIN' },
    { code: 'SECRET_TOO_SHORT', where: 'secret:PADDED' },
  ]);
  expect(diagnostics[0]?.message).toBe(
    'The secret PIN has fewer than 4 characters, so it is not hidden where it stands in requests, responses and logs. Give it a longer value, or make it a variable if it is no secret.',
  );
});

it(
  'a disabled secret that is too short to be redacted is not named in the diagnostics',
  shortSecretTag,
  async () => {
    const { rest, application, workspace } = await setUpSecrets({ PIN: '123' });
    const rows = [{ name: 'PIN', enabled: false, secret: true, was: 'PIN' }] as const;
    await unwrapResult(application.environments.edit({ id: workspace.activeEnvironmentId!, rows }));
    expect((await rest()).diagnostics).toEqual([]);
  },
);
