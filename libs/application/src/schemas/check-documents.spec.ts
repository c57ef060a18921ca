import { buildSchema, introspectionFromSchema } from 'graphql';
import { beforeEach, describe, expect, it } from 'vitest';

import { unwrapResult } from '@tandem/core/testing';

import { createQuietContext } from '../application.js';
import type { ApplyResult } from '../requests/apply-arguments.js';
import { requestsApply } from '../requests/apply-requests.js';
import { createPlannedApplication, type PlannedApplication } from '../testing/index.js';

const schema = buildSchema(`
  type Query { user(id: ID!): User }
  type User { name: String friends(first: Int): [User!]! }
`);
const url = 'http://h/graphql';

let fixture: PlannedApplication;

beforeEach(async () => {
  fixture = await createPlannedApplication();
  const body = new TextEncoder().encode(JSON.stringify({ data: introspectionFromSchema(schema) }));
  fixture.plan.response = { status: 200, body };
});

const fetchSchema = (input: object = { url }) =>
  unwrapResult(fixture.application.graphql.introspect(input, createQuietContext()));
const create = (query: string, more: object = {}) =>
  unwrapResult(fixture.application.graphql.create({ name: 'G', url, query, ...more }));
const apply = async (operations: readonly object[], more: object = {}): Promise<ApplyResult> => {
  const call = fixture.application.perform(requestsApply);
  return (await unwrapResult(call({ operations, ...more }, createQuietContext()))) as ApplyResult;
};

describe('a saved GraphQL document', { tags: 'graphql:checked' }, () => {
  it('is saved even if its schema shows errors, which are returned with line and column', async () => {
    await fetchSchema();
    const { id, query, diagnostics } = await create('{\n  user(id: 1) {\n    nam\n  }\n}');
    expect(query).toContain('nam');
    expect(diagnostics).toEqual([
      {
        code: 'GRAPHQL_INVALID',
        message: 'Cannot query field "nam" on type "User". Did you mean "name"?',
        where: 'query:3:5',
      },
    ]);
    const { update } = fixture.application.graphql;
    const changed = await unwrapResult(update({ id, query: '{ user(id: 1, by: 2) { name } }' }));
    expect(changed).toMatchObject({ revision: 2, diagnostics: [{ where: 'query:1:15' }] });
  });

  it('has no diagnostics if it is valid, or if no schema is stored for its URL and environment', async () => {
    expect(await create('{ nonsense }')).not.toHaveProperty('diagnostics');
    await fetchSchema({ url: 'http://other/graphql' });
    expect(await create('{ nonsense }')).not.toHaveProperty('diagnostics');
    await fetchSchema();
    expect(await create('{ user(id: 1) { name } }')).not.toHaveProperty('diagnostics');
    expect(await create('')).not.toHaveProperty('diagnostics');
    const environment = await unwrapResult(fixture.application.environments.create({ name: 'B' }));
    await unwrapResult(fixture.application.environments.activate(environment));
    expect(await create('{ nonsense }')).not.toHaveProperty('diagnostics');
  });

  it('is checked with the schema fetched with its own auth, rather than with the schema of other requests', async () => {
    const { id } = await create('{ user(id: 1) { name } }');
    await fetchSchema({ id });
    const other = buildSchema('type Query { other: Int }');
    const body = new TextEncoder().encode(JSON.stringify({ data: introspectionFromSchema(other) }));
    fixture.plan.response = { status: 200, body };
    await fetchSchema();
    const { update } = fixture.application.graphql;
    expect(await unwrapResult(update({ id, name: 'H' }))).not.toHaveProperty('diagnostics');
    expect(await create('{ user(id: 1) { name } }')).toMatchObject({ diagnostics: [{ where: 'query:1:3' }] });
  });

  it.each([
    ['a syntax error', '{ user(id: 1) { name }', 'query:1:23'],
    ['a field next to a variable', '{ {{field}} { x } user(id: {{id}}) { nam } }', 'query:1:38'],
  ])('is reported with %s', async (_, query, where) => {
    await fetchSchema();
    expect(await create(query)).toMatchObject({ diagnostics: [{ where }] });
  });

  it.each(['{ user(id: {{id}}) { {{fields}} } }', '{ user(id: 1) { na{{rest}} } }', '{{document}}'])(
    'may have a variable wherever a name or a value is allowed: %s',
    async (query) => {
      await fetchSchema();
      expect(await create(query)).not.toHaveProperty('diagnostics');
    },
  );

  it('with errors is reported in a brief result too', async () => {
    await fetchSchema();
    const made = await create('{ nonsense }', { return: 'brief' });
    expect(Object.keys(made)).toEqual(['id', 'revision', 'diagnostics']);
  });

  it('is reported with at most 20 errors, and says if there are more', async () => {
    await fetchSchema();
    const fields = Array.from({ length: 40 }, (_, at) => `a${at}`).join(' ');
    const { diagnostics = [] } = await create(`{ ${fields} }`);
    expect(diagnostics).toHaveLength(21);
    expect(diagnostics.at(-1)?.message).toContain('Too many validation errors');
  });

  it('is not checked for the window, which marks errors while somebody types', async () => {
    await fetchSchema();
    const { graphql } = fixture.application.as({ by: 'window', kind: 'window' });
    const made = await unwrapResult(graphql.create({ name: 'G', url, query: '{ nonsense }' }));
    expect(made).not.toHaveProperty('diagnostics');
  });
});

describe('GraphQL documents that are saved together', { tags: 'graphql:checked' }, () => {
  it('are reported with their errors under the operation that saved them', async () => {
    await fetchSchema();
    const graphql = { op: 'create', kind: 'graphql', url };
    const made = await apply([
      { ...graphql, name: 'Valid', query: '{ user(id: 1) { name } }' },
      { op: 'create', name: 'Rest' },
      { ...graphql, name: 'Wrong', query: '{ nonsense }' },
    ]);
    expect(made).toMatchObject({ applied: 3, diagnostics: [{ where: 'operations[2].query:1:3' }] });
    const changed = await apply([
      { op: 'move', id: 'Wrong', folder: 'F' },
      { op: 'replace', find: 'user', replaceWith: 'usr', in: ['query'] },
    ]);
    expect(changed.diagnostics).toMatchObject([
      { where: 'operations[1].changed[0].query:1:3', message: expect.stringContaining('"usr"') as string },
    ]);
  });

  it('are not checked in a dry run, which saves nothing', async () => {
    await fetchSchema();
    const operations = [{ op: 'create', kind: 'graphql', name: 'Wrong', url, query: '{ nonsense }' }];
    expect(await apply(operations, { dryRun: true })).not.toHaveProperty('diagnostics');
  });
});
