import {
  documentFormats,
  type ExportContent,
  type Folder,
  folderDefaults,
  restDefaults,
  type RestRequest,
} from '@tandem/core';
import { E } from '@tandem/core/fp';
import { describe, expect, it } from 'vitest';

import { createDocuments } from './documents.js';
import { renderExport } from './render-export.js';

const times = { revision: 1, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
const workspaceId = 'ws_1' as Folder['workspaceId'];

/** Requests in separate folders. All of them have the same name. */
const contentOf = (count: number): ExportContent => {
  const numbers = Array.from({ length: count }, (_, at) => at);
  return {
    name: 'W',
    folders: numbers.map((at) => ({
      ...{ ...folderDefaults, ...times, workspaceId, id: `fold_${at}` as Folder['id'] },
      ...{ path: `F${at}`, seq: at, variables: [{ name: 'id', value: `${at}`, enabled: true }] },
    })),
    requests: numbers.map((at) => ({
      ...{ ...restDefaults, ...times, workspaceId, id: `rest_${at}` as RestRequest['id'] },
      ...{ folder: `F${at}`, name: 'Me', url: `http://127.0.0.1/${at}/{{id}}` },
    })),
    variables: [],
    secrets: [],
    rows: [{ n: 1 }],
    executions: [],
  };
};

describe('an export of many requests', { tags: 'export:bounded' }, () => {
  const content = contentOf(1_000);

  it.each(documentFormats)('has the same result in a thread and in this process: %s', async (format) => {
    const written = await createDocuments({ timeMs: 60_000 }).write(format, content)();
    expect(written).toEqual(E.right(renderExport(format, content)));
  });

  it('lets other work run while it is written', async () => {
    let isDone = false;
    let turns = 0;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    await createDocuments({ timeMs: 60_000 }).write('html', content)();
    isDone = true;
    expect(turns).toBeGreaterThan(10);
  });

  it('is refused with advice if it takes too long or too much memory', async () => {
    expect(await createDocuments({ timeMs: 1 }).write('html', content)()).toMatchObject({
      left: {
        issues: [{ path: 'format', message: expect.stringMatching(/0\.001 s .*fewer requests/) as string }],
      },
    });
    expect(await createDocuments({ timeMs: 60_000, memoryMb: 8 }).write('html', content)()).toMatchObject({
      left: {
        issues: [{ path: 'format', message: expect.stringMatching(/8 MB .*fewer requests/) as string }],
      },
    });
  });
});
