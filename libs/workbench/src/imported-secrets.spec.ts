import { createQuietContext, type ImportsResult } from '@tandem/application';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type OnDisk, openOnDisk, unwrapResult } from './testing/on-disk.js';

const region = 'eu-central-1a-blue-7';

let on: OnDisk;
beforeAll(async () => {
  on = await openOnDisk((request, response) => response.end(request.headers['x-region']));
});
afterAll(() => on.close());

const document = (name: string) => ({
  name: `${name}.json`,
  text: JSON.stringify({
    name,
    values: [
      { key: 'region_token', value: region, enabled: true },
      { key: 'other_token', value: 'hg7Kp2Lq9wXz4', type: 'secret', enabled: true },
    ],
    _postman_variable_scope: 'environment',
  }),
});

const importDocument = (
  name: string,
  options: { readonly plain?: readonly string[]; readonly dryRun?: boolean },
) =>
  unwrapResult<ImportsResult>(
    on.application.imports.applyMany({ documents: [document(name)], ...options }, createQuietContext()),
  );

const findEnvironment = async (name: string) => {
  const { environments } = await unwrapResult(on.application.environments.list({}));
  return environments.find((one) => one.name === name);
};

const makePlain = (environment: string, name: string) =>
  unwrapResult(on.application.secrets.makePlain({ environment, name }));

describe('an imported value that is not a secret', { tags: 'import:secrets:plain' }, () => {
  it('is listed with the reason in the plan, and can be imported as a variable', async () => {
    const planned = await importDocument('Planned', { dryRun: true });
    expect(planned.imports[0]?.result?.environments).toMatchObject([
      {
        secrets: ['other_token', 'region_token'],
        reasons: [
          { name: 'other_token', why: 'document' },
          { name: 'region_token', why: 'name' },
        ],
      },
    ]);
    const made = await importDocument('Planned', { plain: ['region_token', 'unknown'] });
    expect(made.imports[0]?.result).toMatchObject({ plain: ['region_token'] });
    expect(await findEnvironment('Planned')).toMatchObject({
      variables: [{ name: 'region_token', value: region }],
      secrets: [{ name: 'other_token' }],
    });
  });

  it('can become a variable later, and its value is then no longer redacted', async () => {
    await importDocument('Later', {});
    const { id } = await on.create({
      url: on.url,
      headers: [{ name: 'X-Region', value: '{{region_token}}', enabled: true }],
    });
    await unwrapResult(on.application.environments.activate({ id: 'Later' }));
    const send = () =>
      unwrapResult(on.application.rest.execute({ id }, { ...createQuietContext(), redactsSecrets: true }));
    expect((await send()).response?.textBody).toBe('‹secret:region_token›');
    const { secrets } = await makePlain('Later', 'region_token');
    expect(secrets.filter(({ environment }) => environment === 'Later')).toMatchObject([
      { name: 'other_token', isImported: true },
    ]);
    expect((await send()).response?.textBody).toBe(region);
  });

  it('cannot become a variable once somebody has typed its value, and is never shown', async () => {
    await importDocument('Typed', {});
    const found = await findEnvironment('Typed');
    await unwrapResult(
      on.application.environments.update({
        id: found?.id ?? '',
        secrets: { other_token: 'typed-by-a-person' },
      }),
    );
    await expect(makePlain('Typed', 'other_token')).rejects.toThrow(
      /has a value that no import brought since Tandem started; type it again as a variable/,
    );
    await expect(makePlain('Typed', 'missing')).rejects.toThrow(/is not a secret of the environment Typed/);
  });
});
