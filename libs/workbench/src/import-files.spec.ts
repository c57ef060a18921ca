import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { createQuietContext, type ImportResult } from '@tandem/application';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openOnDisk, type OnDisk, unwrapResult } from './testing/on-disk.js';

let on: OnDisk;
beforeAll(async () => {
  on = await openOnDisk((_, response) => response.end('{}'));
});
afterAll(() => on.close());

const upload = (name: string, src: string, disabled = false) => ({
  name,
  request: {
    method: 'POST',
    url: 'http://127.0.0.1:9/',
    body: { mode: 'formdata', formdata: [{ key: 'file', type: 'file', src, disabled }] },
  },
});

const collection = (...item: readonly object[]): string =>
  JSON.stringify({
    info: { name: 'Photos', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item,
  });

const put = async (path: string): Promise<void> => {
  const file = join(on.workspace.path, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, 'photo');
};

const listFiles = (dryRun: boolean, ...item: readonly object[]): Promise<ImportResult['files']> =>
  unwrapResult<ImportResult>(
    on.application.imports.apply({ text: collection(...item), dryRun }, createQuietContext()),
  ).then(({ files }) => files);

describe('files that an import names', { tags: 'import:files:missing' }, () => {
  it.each([true, false])('are listed if the workspace lacks them, in a dry run: %s', async (dryRun) => {
    await put('there.png');
    expect(
      await listFiles(
        dryRun,
        upload('Portrait', 'photos/ada.png'),
        upload('Landscape', './photos/ada.png'),
        upload('Known', 'there.png'),
        upload('Off', 'off.png', true),
      ),
    ).toEqual(
      ['Portrait', 'Landscape'].map((place) => ({
        file: 'photos/ada.png',
        place,
        what: "sends the file photos/ada.png, which is not in the workspace's folder; copy it there, or choose another in the body",
      })),
    );
  });

  it('are listed if they are outside, or behind a variable', async () => {
    const files = await listFiles(true, upload('A', '/home/ada/a.png'), upload('B', '{{dir}}/b.png'));
    expect(files?.map(({ what }) => what)).toEqual([
      "sends the file /home/ada/a.png, which is outside the workspace's folder; copy it there, and choose it in the body",
      "sends the file {{dir}}/b.png; see that the variable leads to a file in the workspace's folder",
    ]);
  });

  it('are added under their paths, and replace nothing', async () => {
    const add = (path: string) => {
      const bytes = new Blob(['new']).stream() as AsyncIterable<Uint8Array>;
      return unwrapResult(on.application.workspaces.addSentFile({ path, bytes }));
    };
    await put('kept.png');
    expect(await add('fresh/ada.png')).toEqual({ path: 'fresh/ada.png' });
    expect(await listFiles(true, upload('A', 'fresh/ada.png'))).toBe(undefined);
    for (const path of [
      'kept.png',
      '../ada.png',
      '.env',
      'tandem/opencollection.yml',
      'a/.hidden',
      '/ada.png',
    ])
      await expect(add(path)).rejects.toThrow('path');
  });
});
