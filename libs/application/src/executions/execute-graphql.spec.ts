import { beforeEach, describe, expect, it } from 'vitest';

import { createQuietContext } from '../application.js';
import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';
import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';

let on: PlannedApplication;

beforeEach(async () => {
  on = await createPlannedApplication();
});

const getSentBody = (): unknown => {
  const body = on.seen.sent.at(-1)?.body;
  return body?.kind === 'text' ? JSON.parse(body.text) : body;
};

const variable = (name: string, value: string) => ({ kind: 'variable' as const, name, value });

describe('a GraphQL execution', () => {
  it(
    'reports that a value for a variable of the document belongs in graphqlVariables',
    { tags: ['interpolate:unused'] },
    async () => {
      const saved = {
        query: 'mutation Add($input: I!) { add(input: $input) }',
        variables: { input: { a: 1 } },
      };
      const { diagnostics } = await on.graphql(saved, { variables: { input: { a: 2 } } });
      const short = { query: 'query Q($n: Int) { a(n: $n) }', variables: { n: 1 } };
      expect(await on.graphql(short, { variables: { n: 2 } })).toMatchObject({
        diagnostics: [{ code: 'VARIABLE_UNUSED', where: 'variables.n' }],
      });
      expect(diagnostics).toMatchObject([
        {
          code: 'VARIABLE_UNUSED',
          where: 'variables.input',
          message: expect.stringContaining('graphqlVariables') as string,
        },
      ]);
    },
  );

  it('posts query, variables and operation name as JSON', { tags: ['graphql:post'] }, async () => {
    const query = 'query Find($id: ID!) { payment(id: $id) { amount } }';
    const result = await on.graphql({ query, variables: { id: 7 }, operationName: 'Find' });
    expect(result).toMatchObject({
      request: { name: 'G', method: 'POST', url: 'http://h/g' },
      response: { status: 200 },
      error: null,
    });
    expect(on.seen.sent[0]).toMatchObject({ method: 'POST', url: 'http://h/g' });
    expect(on.seen.sent[0]?.headers).toEqual([
      ['content-type', 'application/json'],
      ['accept', 'application/graphql-response+json, application/json;q=0.9'],
      ['user-agent', 'Tandem/9'],
    ]);
    expect(getSentBody()).toEqual({ query, variables: { id: 7 }, operationName: 'Find' });
  });

  it.each([null, ''])(
    'omits an operation name of %j, and sends an empty object if there are no variables',
    { tags: ['graphql:post'] },
    async (operationName) => {
      await on.graphql({ query: '{ a }', operationName });
      expect(getSentBody()).toEqual({ query: '{ a }', variables: {} });
    },
  );

  it.each([
    ['{ a(n: "-{{v}}-") }', '{ a(n: "-\\"q\\" \\n\\"\\"\\" \\\\-") }'],
    ['{ a(n: "", b: """{{v}}""") }', '{ a(n: "", b: """"q" \n\\""" \\\n""") }'],
    ['{ a(n: "\\"{{w}}", b: {{raw}}) } # "{{v}}', '{ a(n: "\\"w\\t", b: {c: "w\\t"}) } # ""q"  """ \\'],
    ['# it is "\n{ a(n: "{{w}}") }', '# it is "\n{ a(n: "w\\t") }'],
    ['{ a(n: "{{gone}}{{w}}") }', '{ a(n: "{{gone}}w\\t") }'],
  ])(
    'escapes substituted values in the string literals of its document: %j',
    { tags: ['text:grammar'] },
    async (query, expected) => {
      const variables = { v: '"q" \n""" \\', w: 'w\t', raw: '{c: "{{w}}"}' };
      await on.graphql({ query }, { variables });
      expect(getSentBody()).toEqual({ query: expected, variables: {} });
    },
  );

  it(
    'accepts a value that a script has already escaped, in variables that are an object or text',
    { tags: ['text:graphql-variables'] },
    async () => {
      const escaped = '{\\"a\\":[1,2]}';
      for (const variables of [{ json: '{{escaped}}' }, '{"json": "{{escaped}}"}']) {
        await on.graphql({ query: '{ a }', variables }, { variables: { escaped } });
        expect(getSentBody()).toMatchObject({ variables: { json: '{"a":[1,2]}' } });
      }
    },
  );

  it(
    'replaces references in string values of its variables at any depth, but not in names or other values',
    { tags: ['graphql:variables'] },
    async () => {
      on.plan.onResponse = { changes: [variable('city', 'Köln "am" Rhein')] };
      await on.graphql({ script: 's' });
      on.plan.onResponse = {};
      await on.graphql({
        variables: { '{{city}}': 1, in: { list: ['{{city}}', 2, null, true] }, raw: '\\{{city}}' },
      });
      expect(getSentBody()).toMatchObject({
        variables: {
          '{{city}}': 1,
          in: { list: ['Köln "am" Rhein', 2, null, true] },
          raw: '{{city}}',
        },
      });
    },
  );

  it.each([
    ['{"n": {{n}}}', '{"n": 5}'],
    ['{{all}}', '{"a": "q\\"u", "b": [1.10, 12345678901234567890]}'],
    ['null', 'null'],
    ['[]', '[]'],
    [' ', '{}'],
    ['// none', '{}'],
    ['{"a": "{{quote}} // x", // {{gone}}\n "b": [1, 2,],}', '{"a": "q\\"u // x", \n "b": [1, 2 ] }'],
    ['{"id": 12345678901234567890}', '{"id": 12345678901234567890}'],
  ])(
    'substitutes references in the text %j of its variables and sends %j',
    { tags: ['text:graphql-variables'] },
    async (variables, expected) => {
      const values = { n: 5, quote: 'q"u', all: '{"a": "{{quote}}", "b": [1.10, 12345678901234567890]}' };
      const headers = [{ name: 'x', value: '{{n}}{{quote}}{{all}}', enabled: true }];
      const result = await on.graphql({ query: '{ a }', variables, headers }, { variables: values });
      expect(result).toMatchObject({ error: null, diagnostics: [] });
      expect(on.seen.sent.at(-1)?.body).toEqual({
        kind: 'text',
        text: `{"query":"{ a }","variables":${expected}}`,
      });
    },
  );

  it.each([
    ['{"n": {{gone}}}', /line 1, column 8: expected .*\{\{gone\}\} has no value/],
    ['{"n": \n {{odd}}}', /line 2, column 2, in the value of \{\{odd\}\}/],
    ['{"n": ', /line 1, column 7/],
  ])(
    'fails with the position in its variables if they are not JSON: %j',
    { tags: ['text:graphql-variables'] },
    async (variables, message) => {
      const result = await on.graphql({ variables }, { variables: { odd: 'secret-word' } });
      expect(result.error).toMatchObject({
        code: 'BODY_INVALID',
        message: expect.stringMatching(message) as string,
      });
      expect(result.error?.message).not.toContain('secret-word');
      expect(on.seen.sent).toEqual([]);
    },
  );

  it.each([
    ['{"n": {{n}}, "m": 1}', { m: 2 }, { n: 5, m: 2 }],
    [{ n: 1, m: 1 }, '{"m": {{n}}}', { n: 1, m: 5 }],
    ['null', '{"m": {{n}}, }', { m: 5 }],
  ] as const)(
    'overrides the variables %j with those from the call, %j, after references are replaced in both',
    { tags: ['graphql:variables', 'text:graphql-variables'] },
    async (variables, graphqlVariables, expected) => {
      await on.graphql({ variables }, { graphqlVariables, variables: { n: 5 } });
      expect(getSentBody()).toMatchObject({ variables: expected });
    },
  );

  it(
    'refuses to override variables by name if they are not an object',
    { tags: ['text:graphql-variables'] },
    async () => {
      const { error } = await on.graphql({ variables: '[1]' }, { graphqlVariables: { a: 1 } });
      expect(error).toMatchObject({ code: 'BODY_INVALID' });
    },
  );

  it(
    'overrides saved variables with those of the same name from the call',
    { tags: ['graphql:variables'] },
    async () => {
      await on.graphql(
        { variables: { first: 10, after: 'x', filter: { a: 1, b: 2 } } },
        { graphqlVariables: { after: '{{cursor}}', filter: { a: 3 } }, variables: { cursor: 'y' } },
      );
      expect(getSentBody()).toMatchObject({ variables: { first: 10, after: 'y', filter: { a: 3 } } });
    },
  );

  it('reports a reference without a value and its location', async () => {
    const result = await on.graphql({ query: '{ {{field}} }', variables: { a: [{ b: '{{nobody}}' }] } });
    expect(result.diagnostics).toMatchObject([
      { code: 'UNRESOLVED_VARIABLE', where: 'query' },
      { code: 'UNRESOLVED_VARIABLE', where: 'variables.a[0].b' },
    ]);
  });

  it('keeps a Content-Type, Accept and Authorization header that the request sets', async () => {
    const headers = [
      { name: 'Content-Type', value: 'application/graphql+json', enabled: true },
      { name: 'Accept', value: '*/*', enabled: true },
    ];
    await on.graphql({ headers, auth: { type: 'bearer', token: 't' } });
    expect(on.seen.sent[0]?.headers).toEqual([
      ['Content-Type', 'application/graphql+json'],
      ['Accept', '*/*'],
      ['authorization', 'Bearer t'],
      ['user-agent', 'Tandem/9'],
    ]);
  });

  it(
    'treats errors in the response as a response, not as an execution error',
    { tags: ['graphql:errors'] },
    async () => {
      on.plan.response = {
        headers: [['content-type', 'application/graphql-response+json']],
        body: new TextEncoder().encode('{"errors":[{"message":"no"}]}'),
      };
      expect(await on.graphql()).toMatchObject({
        error: null,
        response: { bodyType: 'text', textBody: '{"errors":[{"message":"no"}]}' },
      });
    },
  );

  it(
    'fails a test if the response contains errors and its settings require that',
    { tags: ['graphql:fail-on-errors'] },
    async () => {
      const answer = (text: string): void => {
        on.plan.response = { body: new TextEncoder().encode(text) };
      };
      const tests = async () =>
        (await on.graphql({ settings: { failOnGraphqlErrors: true } })).lifecycle.tests.results;
      answer('{"errors":[{"message":"no"},{"message":"never"}]}');
      expect(await tests()).toMatchObject([{ status: 'failed', error: { message: 'no\nnever' } }]);
      answer('{"data":{"errors":[]}}');
      expect(await tests()).toMatchObject([{ status: 'passed', error: null }]);
      expect((await on.graphql({})).lifecycle.tests.results).toEqual([]);
    },
  );

  it(
    'runs a script in the same steps as a REST execution, in the same order',
    { tags: ['graphql:same-steps'] },
    async () => {
      on.plan.onResponse = { changes: [variable('seen', '1')] };
      on.plan.onTest = {
        tests: [{ name: 't', suite: [], status: 'passed', durationMs: 1, error: null }],
      };
      const result = await on.graphql({ script: 's' });
      expect(on.seen.order).toEqual(['onRequest', 'send', 'onResponse', 'onTest']);
      expect(result.lifecycle.tests.results).toHaveLength(1);
      expect((await on.environment()).variables).toEqual([{ name: 'seen', value: '1', enabled: true }]);
    },
  );

  it('fails in the same cases as a REST execution', async () => {
    expect(await on.graphql({ url: '' })).toMatchObject({ error: { code: 'URL_MISSING' }, response: null });
    expect(await on.graphql({ url: 'http://h/:id' })).toMatchObject({
      error: { code: 'PATH_PARAM_MISSING' },
    });
    await on.graphql({ url: 'http://h/:id' }, { pathParams: { id: 'a b' }, queryParams: { q: 1 } });
    expect(on.seen.sent.map(({ url }) => url)).toEqual(['http://h/a%20b?q=1']);
  });

  it('saves a script of the call if requested', async () => {
    const id = await on.createGraphql();
    const persisting = on.application.graphql.execute(
      { id, script: 'kept', persistScript: true },
      createQuietContext(),
    );
    await unwrapResult(persisting);
    expect(await unwrapResult(on.application.graphql.get({ id }))).toMatchObject({
      script: 'kept',
      revision: 2,
    });
    expect(
      await unwrapRefusal(on.application.graphql.execute({ id, persistScript: true }, createQuietContext())),
    ).toMatchObject({ kind: 'invalid-input', issues: [{ path: 'persistScript' }] });
  });
});

describe('GraphQL requests', () => {
  it(
    'are created with defaults, listed, changed by revision and deleted',
    { tags: ['graphql:crud', 'domain:id', 'domain:revision'] },
    async () => {
      const { graphql } = on.application;
      const made = await unwrapResult(graphql.create({ name: 'One' }));
      expect(made).toMatchObject({
        id: expect.stringMatching(/^gql_[0-9a-z]{16}$/) as string,
        query: '',
        variables: {},
        operationName: null,
        revision: 1,
      });
      expect(await unwrapResult(graphql.list({ take: 10 }))).toEqual({
        requests: [{ id: made.id, name: 'One', folder: '', method: 'POST', url: '' }],
      });
      const changed = await unwrapResult(graphql.update({ id: made.id, query: '{ a }', ifRevision: 1 }));
      expect(changed).toMatchObject({ query: '{ a }', name: 'One', revision: 2 });
      expect(await unwrapRefusal(graphql.update({ id: made.id, query: '{ b }', ifRevision: 1 }))).toEqual({
        kind: 'revision-conflict',
        expected: 1,
        present: changed,
      });
      expect(await unwrapResult(graphql.remove({ id: made.id }))).toEqual({ deleted: made.id });
      expect(await unwrapRefusal(graphql.get({ id: made.id }))).toMatchObject({
        kind: 'not-found',
        entity: 'GraphQL request',
      });
    },
  );

  it('are counted along with REST requests', async () => {
    await on.createGraphql();
    await on.createGraphql();
    await on.createRest();
    const { workspaces } = on.application;
    expect(await unwrapResult(workspaces.get(undefined))).toMatchObject({ restCount: 1, graphqlCount: 2 });
    expect((await unwrapResult(workspaces.list({ take: 5 }))).workspaces).toMatchObject([
      { restCount: 1, graphqlCount: 2 },
    ]);
  });
});
