import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fileOperations } from './files/operations.js';
import { testInWorkspace } from './testing/house.js';

/** Names that every plain object inherits, and words of the format itself. */
const inheritedNames = [...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'then', 'toJSON'];
const words = ['info', 'type', 'name', 'http', 'graphql', 'url', 'headers', 'body', 'data', 'x-tandem', 'id'];

const word = fc.oneof(fc.constantFrom(...inheritedNames), fc.constantFrom(...words), fc.string());

/** JSON is YAML, so any JSON is a document. */
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    word,
    fc.array(tie('tree'), { maxLength: 3 }),
    fc
      .array(fc.tuple(word, tie('tree')), { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries) as unknown),
  ),
}));

const good = 'info:\n  name: Good\n  type: http\nhttp:\n  method: GET\n  url: http://h/\n';

/** Writes a request with `value` at one of its locations. */
const writeHostileRequest = (kind: string, place: string, value: unknown): string => {
  const request = {
    info: { name: 'Odd', type: kind },
    [kind]: { method: 'GET', url: 'http://h/', headers: [], params: [], body: { type: 'json', data: '1' } },
    settings: {},
    'x-tandem': {},
  };
  const names = place.split('.');
  const last = names.pop() ?? '';
  let node: Record<string, unknown> = request;
  for (const name of names) node = (node[name] ?? {}) as Record<string, unknown>;
  node[last] = value;
  return JSON.stringify(request);
};

const places = (kind: string) => [
  ...['info', 'info.type', 'info.name', 'info.seq', kind, 'settings', 'docs', 'x-tandem', 'x-tandem.id'],
  ...['method', 'url', 'headers', 'params', 'body', 'body.type', 'body.data', 'body.variables', 'auth'].map(
    (name) => `${kind}.${name}`,
  ),
];

describe('arbitrary input in a request file', () => {
  it.each(inheritedNames)(
    'does not affect other files: the type "%s"',
    { tags: 'folder:invalid:one' },
    (type) =>
      testInWorkspace(async (house) => {
        await house.write('odd.yml', `info:\n  name: Odd\n  type: ${type}\n`);
        await house.write('good.yml', good);
        const report = await house.synchronize();
        expect(report.invalid).toMatchObject([{ path: 'odd.yml', line: 3, column: 9 }]);
        expect(report.pulled).toContain('good.yml');
      })(),
  );

  it(
    'never makes a synchronization fail, wherever it is in the file',
    { tags: 'folder:invalid:one' },
    async () => {
      const kind = fc.constantFrom('http', 'graphql', 'constructor');
      const files = fc.array(
        kind.chain((of) =>
          fc
            .tuple(fc.constant(of), fc.constantFrom(...places(of)), tree)
            .map(([a, b, c]) => writeHostileRequest(a, b, c)),
        ),
        { minLength: 1, maxLength: 8 },
      );
      await fc.assert(
        fc.asyncProperty(files, tree, tree, async (texts, environment, folder) =>
          testInWorkspace(async (house) => {
            await house.write('good.yml', good);
            await house.write(
              'environments/Odd.yml',
              JSON.stringify({ name: 'Odd', variables: environment }),
            );
            await house.write('inner/folder.yml', JSON.stringify(folder));
            for (const [index, text] of texts.entries()) await house.write(`inner/${index}.yml`, text);
            const first = await house.synchronize();
            expect(first.pulled).toContain('good.yml');
            expect(house.defects).toEqual([]);
            const second = await house.synchronize();
            expect(second).toMatchObject({ written: [], pulled: [], merged: [] });
            expect(second.invalid).toEqual(first.invalid);
          })(),
        ),
        { numRuns: 60 },
      );
    },
  );
});

/** Creates bytes that throw an error when they are first decoded. */
const createFailingBytes = (bytes: Buffer): Buffer => {
  const error = new TypeError('a bug');
  let isFirst = true;
  return Object.assign(bytes, {
    toString: (encoding: BufferEncoding) => {
      if (!isFirst) return Buffer.from(bytes).toString(encoding);
      isFirst = false;
      throw error;
    },
  });
};

it(
  'a request file that causes an exception while it is read is invalid, and is reported as a bug',
  { tags: 'folder:invalid:one' },
  testInWorkspace(async (house) => {
    house.on({
      ...fileOperations,
      read: async (path, most) => {
        const bytes = await fileOperations.read(path, most);
        return bytes !== null && path.endsWith('odd.yml') ? createFailingBytes(bytes) : bytes;
      },
    });
    await house.write('odd.yml', good);
    await house.write('good.yml', good);
    const { invalid, pulled } = await house.synchronize();
    expect(invalid).toMatchObject([{ path: 'odd.yml', message: expect.stringContaining('a bug') as string }]);
    expect(pulled).toContain('good.yml');
    expect(house.defects).toEqual([new TypeError('a bug')]);
  }),
);
