import { describe, expect, it } from 'vitest';

import { createDocuments } from './document/documents.js';
import { defaultFolderLimits, readFolderLimits } from './yaml/limits.js';
import { testInWorkspace } from './testing/house.js';

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('');

const head = 'info:\n  name: Odd\n  type: http\nhttp:\n  method: GET\n  url: http://h/\n';
const good = head.replace('Odd', 'Good');

const nodes = /more than 50,000 nodes/;
const depth = /nested more than 100 deep/;

const refusedFiles: readonly (readonly [string, string, number, RegExp])[] = [
  ['200,000 keys', `${head}more:\n${lines(200_000, (at) => `  k${at}: v\n`)}`, 25_000, nodes],
  ['400,000 list items', `${head}more:\n${lines(400_000, () => '  - v\n')}`, 49_000, nodes],
  ['400,000 empty items', `${head}more:\n${lines(400_000, () => '  -\n')}`, 49_000, nodes],
  ['400,000 items in one line', `${head}more: [${lines(400_000, () => 'v,')}]\n`, 7, nodes],
  ['lists 200,000 deep', `${head}more: ${'['.repeat(200_000)}${']'.repeat(200_000)}\n`, 7, depth],
  ['compact lists 200,000 deep', `${head}more:\n  ${'- '.repeat(200_000)}v\n`, 8, depth],
  ['101 nested mappings', `${head}more: ${'{a: '.repeat(101)}${'}'.repeat(101)}\n`, 7, depth],
  ['2,000,000 ends of a mapping', '}'.repeat(2_000_000), 1, /Unexpected/],
  ['a repeated key', `${head}more: {a: 1, b: 2, a: 3}\n`, 7, /keys must be unique/],
];

describe('a file that could block the process', () => {
  it.each(refusedFiles)(
    'is invalid and reported with its line and column, such as %s',
    { tags: 'folder:limits' },
    (_, text, line, message) =>
      testInWorkspace(async (house) => {
        await house.write('odd.yml', text);
        await house.write('good.yml', good);
        const { invalid, pulled } = await house.synchronize();
        expect(invalid).toMatchObject([
          { path: 'odd.yml', message: expect.stringMatching(message) as string },
        ]);
        expect(invalid[0]?.line).toBeGreaterThanOrEqual(line);
        expect(invalid[0]?.line).toBeLessThanOrEqual(line * 2 + 7);
        expect(pulled).toEqual(['good.yml']);
        expect(await house.read('odd.yml')).toBe(text);
      })(),
  );

  it.each([
    ['20,000 keys', `${head}more:\n${lines(20_000, (at) => `  k${at}: v\n`)}`],
    ['200,000 empty lines', `${head}${'\n'.repeat(200_000)}docs: x\n`],
    ['100 nested mappings', `${head}more: ${'{a: '.repeat(99)}${'}'.repeat(99)}\n`],
    ['200,000 first lines of a conflict', `${head}docs: |\n${lines(200_000, () => '  <<<<<<< a\n')}`],
  ])('is read by another thread if it is within the limits, such as %s', (_, text) =>
    testInWorkspace(async (house) => {
      await house.write('odd.yml', text);
      const { invalid, pulled } = await house.synchronize();
      expect(invalid).toEqual([]);
      expect(pulled).toEqual(['odd.yml']);
      const [saved] = await house.all();
      await house.synchronize();
      expect(await house.synchronize()).toMatchObject({ written: [], unchanged: 3 });
      expect(saved?.name).toBe('Odd');
    })(),
  );

  it('is read in another thread if it is large, and in this thread if it is small', async () => {
    const documents = createDocuments({ ...defaultFolderLimits, fileMs: 110_000 }, { dataFolder: '' });
    const read = (text: string) =>
      documents.run({ do: 'read', text, expected: 'folder', remembered: undefined });
    const users = { kind: 'folder', fields: { path: 'Users' } };
    expect(read('info: {name: Users}')).toMatchObject(users);
    const large = read(`info: {name: Users}\n${'#\n'.repeat(50_000)}`);
    expect(large).toBeInstanceOf(Promise);
    expect(await large).toMatchObject(users);
    await documents.close();
  });

  it('is skipped after its time limit, and the next file is read', { tags: 'folder:limits' }, async () => {
    expect(readFolderLimits({})).toMatchObject({ fileMs: 15_000 });
    const limits = readFolderLimits({ TANDEM_FOLDER_FILE_MS: '1' });
    expect(limits.fileMs).toBe(1);
    const documents = createDocuments(limits, { dataFolder: '' });
    const text = `docs: ${'v'.repeat(2_000_000)}\n`;
    const given = await Promise.all([1, 2].map(async () => documents.run({ do: 'manifest', text })));
    const late = { line: 1, message: expect.stringContaining('longer than 0.001 s') as string };
    expect(given).toMatchObject([late, late]);
    await documents.close();
  });
});

it(
  'conflict markers that are not closed are found in one pass over the lines',
  testInWorkspace(async (house) => {
    await house.write('odd.yml', head);
    await house.write(
      'odd.js',
      lines(200_000, () => '<<<<<<< a\n'),
    );
    expect((await house.synchronize()).invalid).toEqual([]);
    await house.write('odd.js', `${lines(3, () => '<<<<<<< a\n')}=======\r\n>>>>>>> b\n`);
    expect((await house.synchronize()).invalid).toMatchObject([{ path: 'odd.js', line: 1, column: 1 }]);
  }),
);
