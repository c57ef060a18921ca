import { beforeEach, describe, expect, it } from 'vitest';

import { unwrapResult } from '@tandem/core/testing';
import { createPlannedApplication, type PlannedApplication } from '../testing/index.js';

let fixture: PlannedApplication;
beforeEach(async () => {
  fixture = await createPlannedApplication();
});

const replace = { op: 'replace', find: 'X-Client', replaceWith: 'X-App' };
const apply = (operation: object, more: object = {}) =>
  unwrapResult(
    fixture.application.requests.apply({
      operations: [operation as Readonly<Record<string, unknown>>],
      ...more,
    }),
  );
const header = { name: 'X-Client', value: 'shop/1', enabled: true };

describe('replacing a text', { tags: 'agent:replace' }, () => {
  it('changes it in all requests and folders, and reports where', async () => {
    const { rest, graphql, folders } = fixture.application;
    const id = await fixture.createRest({ name: 'List', folder: 'Shop', headers: [header] });
    const query = await fixture.createGraphql({ name: 'Ask', headers: [header] });
    await fixture.createRest({ name: 'Other', script: '// X-Client', url: 'http://h/' });
    await unwrapResult(folders.update({ id: 'Shop', headers: [header] }));
    const [result] = await apply(replace);
    expect(result).toMatchObject({
      op: 'replace',
      found: 3,
      changed: [
        { path: 'Shop', fields: ['headers'] },
        { path: 'Shop/List', fields: ['headers'], id, revision: 2 },
        { path: 'Ask', id: query },
      ],
    });
    const renamed = [{ ...header, name: 'X-App' }];
    expect(await unwrapResult(rest.get({ id: 'List' }))).toMatchObject({ headers: renamed });
    expect(await unwrapResult(graphql.get({ id: 'Ask' }))).toMatchObject({ headers: renamed });
    expect(await unwrapResult(rest.get({ id: 'Other' }))).toMatchObject({
      script: '// X-Client',
      revision: 1,
    });
  });

  it('can be limited to fields and a folder, and changes nothing in a dry run', async () => {
    const { rest } = fixture.application;
    const script = '// X-Client\nexport const onTest = () => {};';
    await fixture.createRest({ name: 'List', folder: 'Shop', headers: [header], script });
    await fixture.createRest({ name: 'Other', script });
    const wanted = { ...replace, in: ['script'], folder: 'Shop' };
    expect(await apply(wanted, { dryRun: true })).toMatchObject([
      { found: 1, changed: [{ path: 'Shop/List' }] },
    ]);
    expect(await unwrapResult(rest.get({ id: 'List' }))).toMatchObject({ script, revision: 1 });
    await apply(wanted);
    expect(await unwrapResult(rest.get({ id: 'List' }))).toMatchObject({
      script: script.replace('X-Client', 'X-App'),
      headers: [header],
    });
    expect(await unwrapResult(rest.get({ id: 'Other' }))).toMatchObject({ script });
  });

  it('matches case, and says which fields were searched', async () => {
    await fixture.createRest({ name: 'List', headers: [header] });
    expect(await apply({ ...replace, find: 'x-client' })).toEqual([
      {
        op: 'replace',
        searched: ['url', 'headers', 'queryParams', 'pathParams', 'body', 'query', 'variables', 'auth'],
        found: 0,
        changed: [],
      },
    ]);
    expect(await apply({ ...replace, in: ['script'] })).toMatchObject([{ searched: ['script'], found: 0 }]);
  });

  it('inserts the replacement literally, and never changes the type of a body or an auth', async () => {
    const { rest } = fixture.application;
    const auth = { type: 'bearer', token: 'json bearer' } as const;
    await fixture.createRest({ name: 'R', auth, body: { type: 'json', content: '"json"' } });
    await apply({ ...replace, find: 'json', replaceWith: '$&' });
    await apply({ ...replace, find: 'bearer', replaceWith: 'x' });
    expect(await unwrapResult(rest.get({ id: 'R' }))).toMatchObject({
      auth: { type: 'bearer', token: '$& x' },
      body: { type: 'json', content: '"$&"' },
    });
  });
});
