import { formatGraphqlVariables } from '@tandem/core';
import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { testInHouse } from './testing/house.js';

const file = (variables: string) =>
  `info:\n  name: Q\n  type: graphql\ngraphql:\n  method: POST\n  url: http://127.0.0.1/\n  body:\n    query: "{ a }"\n    variables: ${variables}\n`;

const texts = [
  `'{"n": {{n}}}'`,
  `"{{all}}"`,
  `'null'`,
  `'[]'`,
  `'{"n": 1, /* one */ }'`,
  `'{"id": 12345678901234567890}'`,
  `'{'`,
];

describe('GraphQL variables in a file', { tags: ['text:graphql-variables', 'folder:round-trip'] }, () => {
  it.each(texts)('that are the text %s stay unchanged, and so does the file', async (text) => {
    await testInHouse(async (house) => {
      await house.write('q.yml', file(text));
      expect(await house.synchronize()).toMatchObject({ invalid: [], conflicts: [] });
      const [request] = await unwrapResult(house.store.graphqlRequests.all(house.workspace.id));
      expect(request?.variables).toBe(text.slice(1, -1));
      expect(await house.read('q.yml')).toContain(`variables: ${text}\n`);
      expect(await house.synchronize()).toMatchObject({ written: [], pulled: [], merged: [] });
    })();
  });

  it('that are an object are read as an object', async () => {
    await testInHouse(async (house) => {
      await house.write('q.yml', file(`'{"a": {"b": ["{{c}}", 1]}}'`));
      await house.synchronize();
      const [request] = await unwrapResult(house.store.graphqlRequests.all(house.workspace.id));
      expect(request?.variables).toEqual({ a: { b: ['{{c}}', 1] } });
    })();
  });

  it('that are text are merged by line with a change on the other side', async () => {
    await testInHouse(async (house) => {
      await house.write(
        'q.yml',
        file(`|-\n      {\n        "a": {{a}},\n        "b": 2,\n        "c": 3\n      }`),
      );
      await house.synchronize();
      const [request] = await unwrapResult(house.store.graphqlRequests.all(house.workspace.id));
      const text = formatGraphqlVariables(request?.variables ?? {});
      await unwrapResult(
        house.application.graphql.update({
          id: request?.id ?? '',
          variables: text.replace('"c": 3', '"c": 4'),
        }),
      );
      await house.write('q.yml', (await house.read('q.yml')).replace('{{a}}', '{{b}}'));
      expect(await house.synchronize()).toMatchObject({ conflicts: [], invalid: [] });
      const [merged] = await unwrapResult(house.store.graphqlRequests.all(house.workspace.id));
      expect(merged?.variables).toBe(text.replace('"c": 3', '"c": 4').replace('{{a}}', '{{b}}'));
      expect(await house.read('q.yml')).toMatch(/\{\{b\}\}[^]*"c": 4/);
    })();
  });
});
