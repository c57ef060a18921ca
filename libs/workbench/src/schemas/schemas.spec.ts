import { type GraphqlSchema, createQuietContext, type SchemaText } from '@tandem/application';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from '../testing/on-disk.js';

const string = { kind: 'SCALAR', name: 'String', ofType: null };
const field = (name: string) => ({
  name,
  description: `What ${name} is for, at length.`,
  args: [],
  type: string,
  isDeprecated: false,
  deprecationReason: null,
});
const fields = Array.from({ length: 20 }, (_, index) => field(`field${index}`));
const objectType = (name: string) => ({ kind: 'OBJECT', name, fields, interfaces: [] });

/** An introspection response of about 10 MB. */
const longAnswer = JSON.stringify({
  data: {
    __schema: {
      queryType: { name: 'Query' },
      mutationType: null,
      subscriptionType: null,
      types: [
        objectType('Query'),
        { kind: 'SCALAR', name: 'String' },
        { kind: 'SCALAR', name: 'Boolean' },
        ...Array.from({ length: 3_000 }, (_, index) => objectType(`Type${index}`)),
      ],
      directives: [],
    },
  },
});

let on: OnDisk;
/** The time at which the last response was sent. */
let sentAt = 0;

beforeAll(async () => {
  on = await openOnDisk((_, response) => {
    response.once('finish', () => {
      sentAt = performance.now();
    });
    response.end(longAnswer);
  });
});
afterAll(() => on.close());

/** The longest time for which the thread was blocked after the response was sent, as a share of the time until `work` was done. */
const measureMaxTurn = async <A>(work: Promise<A>): Promise<readonly [A, number]> => {
  let [last, longest, isDone] = [performance.now(), 0, false];
  const turn = (): void => {
    const now = performance.now();
    if (sentAt > 0) longest = Math.max(longest, now - Math.max(last, sentAt));
    last = now;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const found = await work;
  isDone = true;
  turn();
  return [found, longest / (performance.now() - sentAt)];
};

describe('a long schema', { tags: 'graphql:schema' }, () => {
  it('is read while the thread that serves requests continues', async () => {
    const { id } = await unwrapResult(
      on.application.graphql.create({ name: 'Long', url: on.url, query: '{ field0 }' }),
    );
    const reading = unwrapResult<GraphqlSchema>(
      on.application.graphql.fetchSchema({ id }, createQuietContext()),
    );
    const [{ sdl, problem }, longest] = await measureMaxTurn(reading);
    expect(problem).toBeNull();
    expect(sdl).toContain('type Type2999 {');
    expect(longest).toBeLessThan(0.5);
  });

  it('is used to check saved documents in the same way', async () => {
    await unwrapResult(
      on.application.graphql.introspect({ url: on.url, type: 'Type1' }, createQuietContext()),
    );
    const saving = unwrapResult<{ readonly diagnostics?: readonly object[] }>(
      on.application.graphql.create({ name: 'Wrong', url: on.url, query: '{ field0 nonsense }' }),
    );
    const [{ diagnostics }, longest] = await measureMaxTurn(saving);
    expect(diagnostics).toMatchObject([{ where: 'query:1:10' }]);
    expect(longest).toBeLessThan(0.5);
  });

  it('is filtered like a short schema, with an error for missing names', async () => {
    const ask = (part: object) =>
      on.application.graphql.introspect({ url: on.url, ...part }, createQuietContext());
    const { sdl, truncated } = await unwrapResult<SchemaText>(ask({ type: 'Type7', field: 'field1' }));
    expect(sdl).toContain('type Type7 {');
    expect(sdl).not.toContain('field2');
    expect(truncated).toBe(false);
    expect(await ask({ type: 'Typ7' })()).toMatchObject({
      left: { kind: 'invalid-input', issues: [{ path: 'type', near: ['Type7', 'Type0', 'Type1'] }] },
    });
  });
});
