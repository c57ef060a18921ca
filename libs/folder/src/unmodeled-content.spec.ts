import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { testInWorkspace } from './testing/house.js';

const pair = (name: string, value: string) => ({ name, value, enabled: true });

const rest = (more: string) =>
  `info:\n  name: R\n  type: http\nhttp:\n  method: POST\n  url: http://h/?q=1\n${more}x-tandem:\n  id: rest_0123456789abcdef\n`;

describe('content that only other programs read', () => {
  it(
    'stays when the app changes other values: notes with a type, or parameters of another kind',
    testInWorkspace(async (house) => {
      const text = rest(
        '  params:\n    - name: m\n      value: "1"\n      type: matrix\n    - name: q\n      value: "1"\n      type: query\ndocs:\n  content: one\n  type: text/markdown\n',
      );
      await house.write('r.yml', text);
      await house.synchronize();
      const [request] = await house.all();
      if (!request) throw new Error('there is no request');
      expect(request).toMatchObject({ description: 'one', queryParams: [pair('q', '1')] });
      const { id } = request;
      await unwrapResult(
        house.application.rest.update({ id, description: 'two', queryParams: [pair('q', '2')] }),
      );
      expect(await house.synchronize()).toMatchObject({ written: ['r.yml'], invalid: [] });
      const next = text.replace('?q=1', '?q=2').replace('content: one', 'content: two');
      expect(await house.read('r.yml')).toBe(
        next.replace('value: "1"\n      type: query', 'value: "2"\n      type: query'),
      );
      await unwrapResult(house.application.rest.update({ id, description: '' }));
      expect(await house.synchronize()).toMatchObject({ written: ['r.yml'], invalid: [] });
      expect(await house.read('r.yml')).toContain('docs:\n  content: ""\n  type: text/markdown\n');
    }),
  );

  it(
    'stays next to the selected file of a body',
    testInWorkspace(async (house) => {
      const text = rest(
        '  body:\n    type: file\n    data:\n      - filePath: a.bin\n        selected: false\n      - filePath: b.bin\n        contentType: a/b # as it is\n        selected: true\n',
      );
      await house.write('r.yml', text);
      await house.synchronize();
      const [request] = await house.all();
      if (!request) throw new Error('there is no request');
      const body = { type: 'binary', file: 'tandem/b.bin', contentType: 'x/y' } as const;
      await unwrapResult(house.application.rest.update({ id: request.id, body }));
      expect(await house.synchronize()).toMatchObject({ written: ['r.yml'], invalid: [] });
      expect(await house.read('r.yml')).toBe(text.replace('a/b', 'x/y'));
    }),
  );

  it(
    'stays next to the value of a variable, such as variants and a type',
    testInWorkspace(async (house) => {
      const count = (value: string) => ({ ...pair('count', value), type: 'number' as const });
      const text = `name: E
variables:
  - name: host
    value:
      - title: here
        selected: true
        value: one
      - title: there
        value: two
  - name: count
    value:
      type: number
      data: "5"
  - name: plain
    value: p # mine
x-tandem:
  id: env_0123456789abcdef
`;
      await house.write('environments/E.yml', text);
      await house.synchronize();
      const environment = (await house.environments()).find(({ name }) => name === 'E');
      if (!environment) throw new Error('there is no environment');
      expect(environment.variables).toEqual([pair('host', 'one'), count('5'), pair('plain', 'p')]);
      const change = async (
        variables: readonly ReturnType<typeof pair | typeof count>[],
        revision: number,
      ) => {
        await unwrapResult(
          house.store.environments.replace({ ...environment, variables, revision: revision + 1 }, revision),
        );
        expect(await house.synchronize()).toMatchObject({ written: ['environments/E.yml'], invalid: [] });
        return house.read('environments/E.yml');
      };
      const once = await change([pair('host', 'one'), count('5'), pair('plain', 'q')], 1);
      expect(once).toBe(text.replace('value: p #', 'value: q #'));
      const twice = await change([pair('host', '1'), count('6'), pair('plain', 'q')], 2);
      expect(twice).toBe(once.replace('value: one', 'value: "1"').replace('data: "5"', 'data: "6"'));
    }),
  );
});

describe('the formatting of a file', () => {
  it.each([
    ['Windows line endings', (text: string) => text.replaceAll('\n', '\r\n')],
    ['braces without spaces', (text: string) => text.replace('docs:', 'tags: [a, b]\nmore: {a: 1}\ndocs:')],
    ['braces with spaces', (text: string) => text.replace('docs:', 'tags: [ a, b ]\nmore: { a: 1 }\ndocs:')],
  ])('stays when the app changes a value: %s', (_, styled) =>
    testInWorkspace(async (house) => {
      const text = styled(rest('docs: |-\n  one\n  two\n'));
      await house.write('r.yml', text);
      await house.synchronize();
      const [request] = await house.all();
      if (!request) throw new Error('there is no request');
      await unwrapResult(house.application.rest.update({ id: request.id, method: 'PUT' }));
      await house.synchronize();
      expect(await house.read('r.yml')).toBe(text.replace('POST', 'PUT'));
      expect(await house.synchronize()).toMatchObject({ written: [], pulled: [] });
    })(),
  );
});
