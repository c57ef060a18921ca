import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type RecordingServer, openRecordingServer } from './recording-server.js';
import { openRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();
const secret = 'only-for-the-person-7';
const pair = (name: string, value: string) => ({ name, value, enabled: true });

let server: RecordingServer;
beforeAll(async () => {
  server = await openRecordingServer((_request, response) => {
    response
      .setHeader('content-type', 'application/json')
      .setHeader('set-cookie', 'sid=cookie-of-the-server')
      .end('{"data":{}}');
  });
  const { agent } = journey;
  const { environments } = await agent('environments_list', {});
  const [{ id }] = environments as readonly [{ readonly id: string }];
  await agent('environments_update', {
    id,
    name: 'Dev',
    variables: { base: server.url, who: 'environment', sort: 'environment' },
    secrets: { TOKEN: secret },
  });
  await agent('folders_update', {
    id: '',
    headers: [pair('x-workspace', '1'), pair('x-own', 'outermost')],
    variables: [pair('team', 'of the workspace')],
  });
  await agent('folders_create', {
    path: 'Users',
    headers: [pair('x-team', '{{team}}'), pair('x-own', 'outer')],
  });
  const login = await agent('rest_create', { name: 'Login', url: '{{base}}/login' });
  await agent('rest_execute', { id: login.id });
});
afterAll(() => server.close());

/** A request whose parts have every possible origin. */
const requestFields = {
  folder: 'Users',
  url: '{{base}}/{{$uuid}}?fixed=1&sort={{sort}}',
  headers: [pair('x-own', 'inner'), pair('x-missing', '{{whoo}}')],
  auth: { type: 'bearer', token: '{{TOKEN}}' },
  script: `export const onRequest = (req) => {
  req.headers.set('x-made', '1');
};`,
};
const origins = {
  url: [{ from: 'request' }, { token: 'base', from: 'environment:Dev' }, { token: '$uuid', from: 'builtin' }],
  'query.fixed': [{ from: 'request' }],
  'query.sort': [{ from: 'request' }, { token: 'sort', from: 'call', shadowed: ['environment:Dev'] }],
  'headers.x-missing': [{ from: 'request' }, { token: 'whoo', from: 'unresolved', near: ['who'] }],
  'headers.x-workspace': [{ from: 'workspace' }],
  'headers.x-team': [{ from: 'folder:Users' }, { token: 'team', from: 'workspace' }],
  'headers.x-own': [{ from: 'request', shadowed: ['folder:Users', 'workspace'] }],
  'headers.x-made': [{ from: expect.stringMatching(/^script Users\/.*\.js:2$/) as string }],
  'headers.authorization': [{ from: 'auth:bearer' }, { token: 'TOKEN', from: 'secret:TOKEN' }],
  'headers.cookie': [{ from: 'cookie' }],
  'headers.user-agent': [{ from: 'default' }],
};

const countExecutions = async (): Promise<number> => {
  const { executions } = await journey.agent('executions_list', { take: 100 });
  return (executions as readonly unknown[]).length;
};

describe('the origin of each part of a request', { tags: ['dry-run:origins', 'dry-run:nothing'] }, () => {
  it("is the same for an agent, in a person's preview, and for the request that was sent", async () => {
    const { page, agent } = journey;
    const { id } = await agent('rest_create', {
      ...requestFields,
      name: 'Every origin',
      method: 'POST',
      body: { type: 'json', content: '{\n  "who": "{{who}}"\n}' },
    });
    const all = {
      ...origins,
      method: [{ from: 'request' }],
      'body@2:11': [{ token: 'who', from: 'environment:Dev' }],
    };
    const [before] = [await countExecutions(), server.take()];
    const dry = await agent('rest_execute', { id, dryRun: true, variables: { sort: 'call' } });
    expect(dry.origins).toMatchObject(all);
    expect(dry.request).toMatchObject({ method: 'POST', body: '{\n  "who": "environment"\n}' });
    expect(JSON.stringify(dry)).toContain('Bearer ‹secret:TOKEN›');
    expect(JSON.stringify(dry)).not.toContain(secret);

    await openRequest(page, 'Every origin');
    await page.getByRole('button', { name: 'More ways to send' }).click();
    await page.getByRole('menuitem', { name: 'Preview what would be sent' }).click();
    const dialog = page.getByRole('dialog', { name: 'Preview' });
    const shown = dialog.getByRole('table', { name: 'Where it comes from' });
    const rows = [
      'URL this request',
      '{{base}} environment Dev',
      '{{$uuid}} built in',
      '{{sort}} environment Dev',
      '{{whoo}} has no value, but who has',
      'Header x-workspace workspace',
      '{{team}} workspace',
      'Header x-own this request, not folder Users, workspace',
      'Header x-made script Users/Every origin.js:2',
      'Header authorization auth bearer',
      '{{TOKEN}} secret TOKEN',
      'Header cookie cookie jar',
      'Body line 2:11 {{who}} environment Dev',
    ];
    for (const name of rows) await shown.getByRole('row', { name }).first().waitFor();
    expect(await dialog.textContent()).not.toContain(secret);
    await dialog.getByRole('button', { name: 'Show secrets' }).click();
    await dialog.getByText(`Bearer ${secret}`).waitFor();
    await page.keyboard.press('Escape');
    expect([await countExecutions(), server.take()]).toEqual([before, []]);

    const { executionId } = await agent('rest_execute', { id, variables: { sort: 'call' } });
    expect(server.take()).toHaveLength(1);
    const later = await agent('executions_get', { id: executionId, origins: true });
    expect(later.origins).toMatchObject(all);
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByRole('tab', { name: 'Request' }).click();
    await result.getByRole('row', { name: '{{sort}} the call, not environment Dev' }).waitFor();
    expect(journey.errors).toEqual([]);
  });

  it('is also reported for GraphQL', async () => {
    const { agent } = journey;
    const { id } = await agent('graphql_create', {
      ...requestFields,
      name: 'Every origin of a query',
      query: 'query ($who: String) { user(name: $who) }',
      variables: { who: '{{who}}' },
    });
    server.take();
    const dry = await agent('graphql_execute', { id, dryRun: true, variables: { sort: 'call' } });
    const all = {
      ...origins,
      'body.query': [{ from: 'request' }],
      'body.variables.who': [{ from: 'request' }, { token: 'who', from: 'environment:Dev' }],
    };
    expect(dry.origins).toMatchObject(all);
    expect(JSON.stringify(dry)).not.toContain(secret);
    expect(server.take()).toEqual([]);
    const { executionId } = await agent('graphql_execute', { id, variables: { sort: 'call' } });
    expect((await agent('executions_get', { id: executionId, origins: true })).origins).toMatchObject(all);
  });

  it('is reported for each request of a run, with its row', async () => {
    const { agent } = journey;
    const { id } = await agent('rest_create', {
      ...requestFields,
      name: 'In a run',
      url: '{{base}}/{{who}}/{{$uuid}}?fixed=1&sort={{sort}}',
    });
    server.take();
    const input = { ids: [id], rows: [{ who: 'Ada', sort: 'row' }] };
    const dry = await agent('runs_execute', { ...input, dryRun: true });
    const all = {
      ...origins,
      url: [
        { from: 'request' },
        { token: 'base', from: 'environment:Dev' },
        { token: 'who', from: 'row', shadowed: ['environment:Dev'] },
        { token: '$uuid', from: 'builtin' },
      ],
      'query.sort': [{ from: 'request' }, { token: 'sort', from: 'row', shadowed: ['environment:Dev'] }],
    };
    expect(dry.requests).toMatchObject([{ origins: all }]);
    expect(JSON.stringify(dry)).not.toContain(secret);
    expect(server.take()).toEqual([]);
    await agent('runs_execute', input);
    const { executions } = await agent('executions_list', { requestId: id, take: 1 });
    const [{ id: executionId }] = executions as readonly [{ readonly id: string }];
    expect((await agent('executions_get', { id: executionId, origins: true })).origins).toMatchObject(all);
  });
});
