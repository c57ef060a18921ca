import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { testInWorkspace } from './testing/house.js';
import { collectionPart, environmentPart, folderPart } from './testing/opencollection/document-rows.js';
import { requestPart } from './testing/opencollection/request-rows.js';
import type { Part, Row } from './testing/opencollection/row.js';

const parts: readonly Part[] = [collectionPart, folderPart, requestPart, environmentPart];

describe.each(parts)(
  'OpenCollection constructs of $name',
  { tags: 'import:table' },
  ({ file, textOf, read, change, rows }) => {
    it.each(rows)('$construct is read or stays in the file', async ({ yaml, makes, says }) => {
      await testInWorkspace(async (house) => {
        await house.write(file, textOf(yaml));
        const { invalid, warnings } = await house.synchronize();
        expect(invalid).toEqual([]);
        if (makes !== undefined) expect(await read(house)).toMatchObject(makes);
        expect(warnings.map(({ message }) => message)).toEqual(says === undefined ? [] : [says]);
        // Constructs that are not read stay when other values change.
        await change(house);
        await house.synchronize();
        const text = await house.read(file);
        for (const line of yaml.split('\n')) expect(text).toContain(line.trim().replace(/^- /, ''));
      }, 'own')();
    });
  },
);

const outcomeOf = ({ makes, says }: Row): string => {
  if (makes !== undefined) return 'read';
  return says === undefined
    ? 'stays in the file'
    : `stays in the file, and a synchronization says so: ${says}`;
};

const page = (): string =>
  [
    '# What a folder in OpenCollection keeps',
    '',
    'Made from the rows that `libs/folder/src/opencollection-coverage.spec.ts` tests. A folder is opened as it is, so nothing of it is left out: a construct is',
    '_read_, or it _stays in the file_ without an effect here.',
    ...parts.flatMap(({ name, rows }) => [
      '',
      ...[`| construct of ${name} | what becomes of it |`, '| --- | --- |'],
      ...rows.map((row) => `| ${row.construct} | ${outcomeOf(row)} |`),
    ]),
    '',
  ].join('\n');

describe('the documentation page on OpenCollection', { tags: 'import:table' }, () => {
  it('lists the constructs of these tests', async () => {
    const path = fileURLToPath(
      new URL('../../../docs/reference/opencollection-coverage.md', import.meta.url),
    );
    await expect(page()).toMatchFileSnapshot(path);
  });
});
