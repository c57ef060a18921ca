import { createRpcServer } from '@tandem/rpc';
import type { PlannedApplication } from '@tandem/application/testing';
import { createPlannedApplication } from '@tandem/application/testing';
import { unwrapResult } from '@tandem/core/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { callTool } from '../catalogue/call.js';
import { createAgentClient } from '../catalogue/agent-client.js';
import { uncalledClient } from '../testing/uncalled-client.js';
import type { Tool } from '../catalogue/catalogue.js';
import { createTools } from './tools.js';

type Arguments = Readonly<Record<string, unknown>>;

/** Makes the server return everything in each request, in every encoding that a server may use. */
const echoRequest = (planned: PlannedApplication) => {
  planned.plan.meanwhile = (request) => {
    const text = JSON.stringify(request);
    const body = [
      text,
      encodeURIComponent(text),
      Buffer.from(text).toString('base64'),
      JSON.stringify({ text }),
      JSON.stringify([...new URL(request.url).searchParams]),
    ];
    planned.plan.response = {
      headers: [['content-type', 'text/plain'], ...request.headers],
      body: new TextEncoder().encode(body.join('\n')),
      statusText: request.url,
    };
    return Promise.resolve();
  };
};

/** Decodes a value in a query as a server would if the value was not escaped. */
const decodeFromQuery = (value: string): readonly string[] =>
  [...new URL(`http://h/?a=${value}`).searchParams.entries()].flat().filter((one) => one.length >= 6);

/** Lists every encoding of a secret that must be redacted. Independent of the code under test. */
const listEncodings = (value: string): readonly string[] => {
  const bytes = Buffer.from(value);
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    new URLSearchParams({ v: value }).toString().slice(2),
    ...decodeFromQuery(value),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    Buffer.from(`:${value}`)
      .toString('base64')
      .slice(2)
      .replace(/..?=*$/, ''),
    Buffer.from(`u:${value}`)
      .toString('base64')
      .slice(3)
      .replace(/..?=*$/, ''),
  ].filter((form) => form.length >= 4);
};

interface ArgumentSchema {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: ArgumentSchema;
  readonly properties?: Readonly<Record<string, ArgumentSchema>>;
}

/** Creates a value that has secrets in every text and name which the schema allows. */
const fillSchema = (schema: ArgumentSchema, stored: string, set: string): unknown => {
  if (schema.type === 'string') return schema.enum?.[0] ?? stored;
  if (schema.type === 'array') return [fillSchema(schema.items ?? {}, stored, set)];
  if (schema.type === 'boolean') return true;
  if (schema.type !== 'object') return 1;
  const fields = Object.entries(schema.properties ?? {});
  return fields.length === 0
    ? { [set]: stored }
    : Object.fromEntries(fields.map(([name, one]) => [name, fillSchema(one, stored, set)]));
};

/** Creates the calls that every tool gets: one without arguments, and some with secrets in all arguments. */
const deriveCalls = ({ inputSchema }: Tool, stored: string, set: string): readonly Arguments[] => [
  {},
  fillSchema(inputSchema, stored, set) as Arguments,
];

const setup = async (stored: string, set: string) => {
  const planned = await createPlannedApplication();
  const { application, plan, workspace } = planned;
  echoRequest(planned);
  const environmentId = workspace.activeEnvironmentId;
  if (environmentId === null) throw new Error('no environment is active');
  await unwrapResult(
    planned.store.environments.change(
      workspace.id,
      environmentId,
      [{ kind: 'secret', name: 'KEY', value: stored }],
      workspace.createdAt,
    ),
  );
  plan.onRequest = {
    changes: [{ kind: 'secret', name: 'SET', value: set }],
    logs: [{ level: 'log', message: `it is ${set}, was ${stored}` }],
    result: { [set]: stored },
  };
  plan.onTest = {
    tests: [
      {
        name: stored,
        suite: [set],
        status: 'failed',
        durationMs: 1,
        error: { message: set, actual: stored },
      },
    ],
    changes: [{ kind: 'secret', name: 'LATE', value: `late ${set}` }],
    result: `late ${set}`,
  };
  const rest = {
    name: `R ${stored}`,
    url: `http://h/{{KEY}}/${encodeURIComponent(set)}?a={{KEY}}`,
    script: `// ${stored}`,
    headers: [{ name: 'x-key', value: 'Bearer {{KEY}}', enabled: true }],
    auth: { type: 'basic', username: 'u', password: '{{KEY}}' },
    body: { type: 'json', content: `{"a": "{{KEY}}"}` },
    method: 'POST',
  } as const;
  const id = await planned.createRest(rest);
  const doomed = await planned.createRest(rest);
  const graphql = await planned.createGraphql({
    name: stored,
    url: 'http://h/{{KEY}}',
    query: 'query { a }',
    variables: { [stored]: '{{KEY}}' },
    script: 's',
  });
  const doomedGraphql = await planned.createGraphql({ name: stored });
  await unwrapResult(application.workspaces.open({ path: `/${stored}`, name: stored }));
  await unwrapResult(application.workspaces.open({ path: '/w' }));
  const ran: string[] = [];
  /** The calls in addition to those of {@link deriveCalls}, whose ids and arguments depend on each other. */
  const calls: Readonly<Record<string, () => readonly Arguments[]>> = {
    // This tool comes first, because the values that its script sets become secrets.
    rest_execute: () => [
      { id },
      { id, maxBodyBytes: 30 },
      { id, variables: { KEY: `${stored} too` } },
      { id, pathParams: { [stored]: 1 }, timeoutMs: stored },
    ],
    graphql_execute: () => [{ id: graphql }],
    graphql_introspect: () => [
      { id: graphql },
      { url: 'http://h/{{KEY}}', type: stored },
      { url: stored, field: set, refresh: true },
      { id: stored, url: stored },
    ],
    cookies_list: () => [{}, { url: stored }, { url: `http://h/${set}`, environment: stored }],
    cookies_set: () => [
      { name: 'a', value: stored, domain: 'h.example' },
      { name: stored, value: set, domain: stored, path: stored },
      { name: 'b', value: 'c', domain: set, expires: stored, sameSite: set },
    ],
    cookies_delete: () => [{ name: stored, domain: 'h.example', environment: set }],
    cookies_clear: () => [{ domain: stored }, { environment: stored }],
    tokens_list: () => [{}, { environment: stored }],
    tokens_forget: () => [{ key: stored }, { environment: set }],
    tokens_begin: () => [{ id }, { id: stored }, { id, environment: set }],
    tokens_finish: () => [{ id: stored }],
    workspaces_get: () => [{ id: workspace.id }, { id: `${stored}?` }],
    rest_list: () => [{}, { search: stored }, { nothing: stored }],
    rest_get: () => [{ id }, { id: stored }, { id, workspaceId: `${stored}?` }],
    rest_create: () => [{ ...rest }, { name: stored, body: { type: stored } }],
    rest_copy: () => [
      { id, name: `${stored} again` },
      { id: stored, name: set },
    ],
    graphql_copy: () => [{ id: graphql, name: `${stored} again` }, { id: set }],
    requests_apply: () => [
      {
        operations: [
          { op: 'create', name: `Made ${stored}`, url: set },
          { op: 'update', id: `Made ${stored}`, description: set },
          { op: 'delete', id: `Made ${stored}` },
        ],
      },
      {
        atomic: false,
        operations: [
          { op: 'copy', id: stored },
          { op: 'move', id, folder: stored },
        ],
      },
      { dryRun: true, operations: [{ op: stored }, { op: 'create', name: stored, body: { [set]: stored } }] },
    ],
    rest_update: () => [
      { id, description: set, name: stored },
      { id, ifRevision: 99 },
    ],
    rest_update_script: () => [{ id, script: `/* ${set} */` }],
    rest_delete: () => [{ id: doomed }, { id: doomed, workspaceId: stored }],
    graphql_get: () => [{ id: graphql }],
    graphql_create: () => [{ name: stored, query: stored, variables: { [set]: stored } }],
    graphql_update: () => [{ id: graphql, description: stored }],
    graphql_delete: () => [{ id: doomedGraphql }],
    workspaces_create: () => [{ name: `N ${stored}` }, { name: stored }],
    rest_execute_many: () => [{ ids: [id] }, { folder: '' }, { folder: stored, ids: [stored] }],
    runs_execute: () => [
      { ids: [id], report: 'full' },
      { folder: stored, ids: [stored] },
      { grep: stored, tags: [set], excludeTags: [stored] },
      { folder: '', rows: [{ [set]: stored }], variables: { X: stored }, environments: ['Default'] },
      { ids: [graphql], retry: 1, requireTests: true, report: 'failures' },
    ],
    runs_get: () => [
      { id: stored },
      ...[...new Set(ran)]
        .filter((one) => one.startsWith('run_'))
        .flatMap((one) => [
          { id: one, report: 'full' },
          { id: one, format: 'junit' },
        ]),
    ],
    executions_get: () => [
      { id: stored },
      ...[...new Set(ran)].flatMap((one) => [
        { id: one },
        { id: one, offset: 3 },
        { id: one, select: stored },
      ]),
    ],
    executions_compare: () => [
      { a: stored },
      ...[...new Set(ran)].flatMap((one) => [
        { a: one },
        { a: one, b: ran[0] },
        { a: one, b: stored, ignore: [stored] },
      ]),
    ],
    executions_list: () => [{}, { requestId: stored, cursor: stored }],
    environments_create: () => [
      { name: stored, variables: { [stored]: set }, secrets: { NEXT: 'the next one', COPY: stored } },
      { name: 'Default' },
    ],
    environments_update: () => [
      { id: 'default', variables: { [set]: stored }, secrets: { KEY: stored } },
      { id: 'default', ifRevision: 99 },
      { id: stored, name: 'default' },
    ],
    environments_activate: () => [{ id: stored }, { id: `${stored}?` }],
    environments_delete: () => [{ id: stored }],
    environments_edit: () => [
      { op: 'create', name: stored },
      { op: 'update', id: stored, secrets: { [stored]: set } },
      { op: stored, id: set },
    ],
    files_put: () => [{ path: stored, text: set }, { path: `../${set}`, base64: stored }, { path: stored }],
    folders_edit: () => [
      { op: 'create', path: stored },
      { op: 'move', id: stored, parent: set },
      { op: 'delete', id: stored, name: set },
      { op: stored },
    ],
    cookies_edit: () => [
      { op: 'set', name: stored, value: set, domain: 'h.example' },
      { op: 'clear', domain: stored },
      { op: 'delete', name: stored, domain: set },
    ],
    tokens_edit: () => [
      { op: 'fetch', id: stored },
      { op: 'finish', id: set },
      { op: 'forget', key: stored },
    ],
    exports_render: () => [
      { format: 'curl' },
      { format: 'fetch', folder: stored },
      { format: stored },
      { format: 'html', ids: [stored] },
      { format: 'curl', environment: stored },
    ],
    imports_apply: () => [
      { text: stored, dryRun: true },
      { text: `of ${set}`, folder: 'F', name: stored },
      { file: stored },
      { text: stored, folder: `${stored}//` },
    ],
    folders_create: () => [{ path: 'F', description: stored }, { path: stored }],
    folders_get: () => [{ id: 'F' }, { id: `${stored}?` }],
    folders_update: () => [
      { id: 'F', name: 'G', description: set },
      { id: stored, name: stored, ifRevision: 99 },
    ],
    folders_move: () => [
      { id: 'G', parent: stored },
      { id: 'G', parent: '', before: stored },
    ],
    folders_delete: () => [{ id: 'G' }, { id: stored }],
    changes_list: () => [{ take: 100 }, { take: 9, id: '2' }, { take: 9, by: stored, since: stored }],
    changes_undo: () => [{ changeId: stored }, { by: stored }, { since: '2000-01-01' }],
    synchronization_synchronize: () => [{}, { dryRun: true, workspaceId: `${stored}?` }],
    synchronization_resolve: () => [{ id: stored, field: stored, value: set }],
  };
  return { application, calls, ran };
};

const secret = fc
  .tuple(fc.string({ minLength: 8, maxLength: 24, unit: 'grapheme' }), fc.integer({ min: 1 }))
  .map(([text, number]) => `${text.replaceAll(/[{}]/g, '')}Q${number}z`)
  .chain((value) => fc.constantFrom(value, `${value}&${value}y`, `${value};x=Z%4a${value}`))
  .filter((value) => value.trim() === value);

describe('a tool that may return secrets', () => {
  it('is covered for each name in the list of calls', async () => {
    const { calls } = await setup('stored-secret', 'set-secret');
    const names = createTools(uncalledClient).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(calls)));
  });

  it('never returns a secret value, whatever a server responds', async () => {
    await fc.assert(
      fc.asyncProperty(secret, secret, async (stored, set) => {
        const { application, calls, ran } = await setup(stored, set);
        const logged: unknown[] = [];
        const log = { error: (...line: unknown[]) => logged.push(line), warn: () => undefined };
        const catalogue = {
          name: 'x',
          title: 'x',
          version: '1',
          instructions: '',
          tools: createTools(createAgentClient(createRpcServer(application, log))),
        };
        const steps = [
          ...Object.entries(calls),
          ...catalogue.tools.map((tool) => [tool.name, () => deriveCalls(tool, stored, set)] as const),
        ];
        for (const [name, each] of steps)
          for (const args of each()) {
            const result = await callTool(catalogue, log, { name, arguments: args }, {});
            ran.push(...(JSON.stringify(result).match(/(?:exec|run)_[0-9a-z]{16}/g) ?? []));
            const shown = JSON.stringify([result, logged]);
            for (const form of [stored, set].flatMap(listEncodings)) {
              for (const written of [form, JSON.stringify(form).slice(1, -1)])
                if (shown.includes(written)) expect({ name, args, written, shown }).toBe('hidden');
            }
          }
      }),
      { numRuns: 25 },
    );
  }, 600_000);
});
