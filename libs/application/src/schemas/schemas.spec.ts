import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { beforeEach, describe, expect, it } from 'vitest';

import { createQuietContext } from '../application.js';
import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';

const sdl = 'type Query {\n  user(id: ID!): User\n}\n\ntype User {\n  name: String\n}';
const introspectionAnswer = { data: introspectionFromSchema(buildSchema(sdl)) };

let fixture: PlannedApplication;

beforeEach(async () => {
  fixture = await createPlannedApplication();
});

const request = () =>
  unwrapResult(
    fixture.application.graphql.create({
      name: 'G',
      url: 'http://h/graphql',
      query: '{ a }',
      auth: { type: 'bearer', token: 'abc' },
      script: 's',
    }),
  );
const planResponse = (body: unknown, status = 200): void => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  fixture.plan.response = { status, statusText: 'Said', body: new TextEncoder().encode(text) };
};
const fetchSchema = (id: Awaited<ReturnType<typeof request>>['id']) =>
  unwrapResult(fixture.application.graphql.fetchSchema({ id }, createQuietContext()));

describe('the schema of a GraphQL request', { tags: 'graphql:schema' }, () => {
  it('is fetched with the auth of the request but without its script, and cached', async () => {
    const { id } = await request();
    const { application, seen } = fixture;
    const none = { sdl: null, fetchedAt: null, problem: null };
    expect(await unwrapResult(application.graphql.schema({ id }))).toEqual(none);
    planResponse(introspectionAnswer);
    const schema = await fetchSchema(id);
    expect(schema).toMatchObject({ sdl, problem: null });
    expect(schema.fetchedAt).not.toBeNull();
    expect(seen.sent).toMatchObject([{ method: 'POST', url: 'http://h/graphql' }]);
    expect(seen.sent[0]?.headers).toContainEqual(['authorization', 'Bearer abc']);
    expect(seen.sent[0]?.body).toMatchObject({
      text: expect.stringContaining('query IntrospectionQuery') as string,
    });
    expect(seen.scripts).toEqual([]);
    expect(
      (await unwrapResult(application.executions.list({ take: 5 }, createQuietContext()))).executions,
    ).toEqual([]);
    expect(await unwrapResult(application.as('other').graphql.schema({ id }))).toEqual(schema);
  });

  it('is stored separately for each URL and each environment', async () => {
    const { id } = await request();
    const { application } = fixture;
    planResponse(introspectionAnswer);
    const schema = await fetchSchema(id);
    const kept = (more: object = {}) => unwrapResult(application.graphql.schema({ id, ...more }));
    await unwrapResult(application.graphql.update({ id, url: 'http://other/graphql' }));
    expect((await kept()).sdl).toBeNull();
    expect(await kept({ url: 'http://h/graphql' })).toEqual(schema);
    await unwrapResult(application.graphql.update({ id, url: 'http://h/graphql' }));
    expect(await kept()).toEqual(schema);
    await unwrapResult(
      application.environments.activate(await unwrapResult(application.environments.create({ name: 'B' }))),
    );
    expect((await kept()).sdl).toBeNull();
  });

  it.each([
    [{ errors: [{ message: 'introspection is off' }] }, 200, 'describe its schema: "introspection is off"'],
    ['<html>', 403, 'answered 403 Said without a schema'],
    [{ data: {} }, 200, 'without a schema'],
  ])('is missing with a reason if the server responds with %j', async (body, status, words) => {
    const { id } = await request();
    planResponse(body, status);
    const { sdl: none, problem } = await fetchSchema(id);
    expect(none).toBeNull();
    expect(problem).toContain(words);
    expect(problem).toContain('check the URL, Auth and headers');
  });

  it('is not taken from a response without a valid schema', async () => {
    const { id } = await request();
    planResponse({ data: { __schema: { types: 1 } } });
    expect(await fetchSchema(id)).toMatchObject({
      sdl: null,
      problem: expect.stringContaining('not valid') as string,
    });
  });

  it('is fetched with the headers that the request inherits from its folder', async () => {
    const { application, seen } = fixture;
    const headers = [{ name: 'x-team', value: 'blue', enabled: true }];
    await unwrapResult(application.folders.create({ path: 'F', headers }));
    const { id } = await unwrapResult(
      application.graphql.create({ name: 'G', folder: 'F', url: 'http://h/graphql' }),
    );
    planResponse(introspectionAnswer);
    expect(await fetchSchema(id)).toMatchObject({ sdl });
    expect(seen.sent[0]?.headers).toContainEqual(['x-team', 'blue']);
  });

  it('is kept if fetching it again fails', async () => {
    const { id } = await request();
    planResponse(introspectionAnswer);
    const before = await fetchSchema(id);
    fixture.plan.failure = { fault: { code: 'TIMEOUT', message: 'It took too long.', details: {} } };
    expect(await fetchSchema(id)).toEqual({ ...before, problem: 'It took too long.' });
  });
});

describe('an introspection for an agent', { tags: 'graphql:introspect' }, () => {
  const asked = (input: object) =>
    unwrapResult(fixture.application.graphql.introspect({ ...input }, createQuietContext()));

  it('asks the server only once, unless the agent requests a refresh', async () => {
    const { id } = await request();
    planResponse(introspectionAnswer);
    expect(await asked({ id })).toMatchObject({ sdl, truncated: false });
    await asked({ id, type: 'User' });
    expect(fixture.seen.sent).toHaveLength(1);
    await asked({ id, refresh: true });
    expect(fixture.seen.sent).toHaveLength(2);
  });

  it("asks the server of the new URL if the request's URL has changed", async () => {
    const { id } = await request();
    planResponse(introspectionAnswer);
    await asked({ id });
    await unwrapResult(fixture.application.graphql.update({ id, url: 'http://other/graphql' }));
    await asked({ id });
    expect(fixture.seen.sent.map(({ url }) => url)).toEqual(['http://h/graphql', 'http://other/graphql']);
  });

  it('accepts a URL without a request', async () => {
    planResponse(introspectionAnswer);
    expect(await asked({ url: 'http://h/other' })).toMatchObject({ sdl });
    expect(fixture.seen.sent).toMatchObject([{ method: 'POST', url: 'http://h/other' }]);
  });

  it('is cut to a type, or to a field with its argument and return types', async () => {
    const { id } = await request();
    planResponse(introspectionAnswer);
    expect((await asked({ id, type: 'User' })).sdl).toBe('type User {\n  name: String\n}');
    expect((await asked({ id, field: 'user' })).sdl).toBe(sdl);
    expect((await asked({ id, type: 'User', field: 'name' })).sdl).toBe('type User {\n  name: String\n}');
  });

  it('is an outline if the schema exceeds the requested length', async () => {
    const { id } = await request();
    planResponse(introspectionAnswer);
    const { sdl: cut, truncated } = await asked({ id, maxBytes: 121 });
    expect(truncated).toBe(false);
    expect(cut).toBe(sdl);
    const short = await asked({ id, maxBytes: 20 });
    expect(short).toMatchObject({ truncated: true, size: 66, nextOffset: 0 });
    const whole = await asked({ id, maxBytes: 40, offset: 0 });
    expect(whole).toMatchObject({ truncated: true, size: 66, nextOffset: 38 });
    expect(await asked({ id, offset: 38 })).toMatchObject({ sdl: sdl.slice(38), truncated: false });
  });

  it.each([
    [{ type: 'Usr' }, 'type is not in the schema', ['User']],
    [{ field: 'usr' }, 'field is not in the schema', ['user']],
  ])('suggests names similar to %j, which is not in the schema', async (part, message, near) => {
    const { id } = await request();
    planResponse(introspectionAnswer);
    const error = await unwrapRefusal(
      fixture.application.graphql.introspect({ id, ...part }, createQuietContext()),
    );
    expect(error).toMatchObject({ issues: [{ message: expect.stringContaining(message) as string, near }] });
  });

  it.each([{}, { id: 'graphql_1', url: 'http://h' }])('is refused for %j', async (input) => {
    const { id } = await request();
    const given = 'id' in input ? { ...input, id } : input;
    expect(
      await unwrapRefusal(fixture.application.graphql.introspect(given, createQuietContext())),
    ).toMatchObject({
      issues: [{ path: 'id' }],
    });
  });

  it('returns the reason why there is no schema', async () => {
    planResponse('no', 404);
    expect(await asked({ url: 'http://h' })).toMatchObject({
      sdl: null,
      truncated: false,
      problem: expect.stringContaining('404 Said') as string,
    });
  });
});
