import { type AppError, describe as describeError, importLimits } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { describe, expect, it } from 'vitest';

import { createDocumentReader } from './document-reader.js';

const refusal = async (reader: ReturnType<typeof createDocumentReader>, text: string): Promise<string> => {
  const outcome = await reader({ text })();
  if (E.isRight(outcome)) throw new Error('It was read');
  return describeError(outcome.left satisfies AppError);
};

const collection = (requests: number): string =>
  JSON.stringify({
    info: { name: 'A' },
    item: Array.from({ length: requests }, (_, at) => ({ name: `R${at}`, request: 'http://a' })),
  });

describe('the reader of documents', () => {
  it(
    'reads in a separate thread, so that the program continues meanwhile',
    { tags: 'import:formats' },
    async () => {
      const reader = createDocumentReader();
      let turns = 0;
      const timer = setInterval(() => (turns += 1), 1);
      const outcome = await reader({ text: collection(20_000) })();
      clearInterval(timer);
      expect(E.isRight(outcome) && outcome.right.requests.length).toBe(20_000);
      expect(turns).toBeGreaterThan(5);
    },
  );

  it(
    'reads a long document and its long referenced files completely',
    { tags: 'import:formats' },
    async () => {
      const long = '\u{1f600}1'.repeat(1_500_000);
      const request = { method: 'POST', url: 'http://a', body: { mode: 'raw', raw: long } };
      const text = JSON.stringify({ info: { name: 'A' }, item: [{ name: 'R', request }] });
      const outcome = await createDocumentReader()({ text })();
      expect(JSON.stringify(E.isRight(outcome) && outcome.right.requests).includes(`"${long}"`)).toBe(true);

      const schema = { schema: { $ref: 'long.json' } };
      const post = { requestBody: { content: { 'application/json': schema } }, responses: {} };
      const api = { openapi: '3.0.0', info: { title: 'A', version: '1' }, paths: { '/a': { post } } };
      const file = JSON.stringify({ description: long, type: 'string', example: 'the end' });
      const files = new Map([['long.json', file]]);
      const withFiles = await createDocumentReader()({ text: JSON.stringify(api), files })();
      expect(JSON.stringify(E.isRight(withFiles) && withFiles.right.requests)).toContain('the end');
    },
  );

  it('refuses a document that is too long before reading it', { tags: 'import:refused' }, async () => {
    const text = 'x'.repeat(importLimits.bytes + 1);
    expect(await refusal(createDocumentReader(), text)).toMatch(/text is longer than 50 MiB; split it/);
  });

  it('gives up after a timeout, and reads the next document', { tags: 'import:refused' }, async () => {
    const reader = createDocumentReader({ timeMs: 1 });
    expect(await refusal(reader, collection(20_000))).toMatch(/took longer than 0.001 s to read/);
    expect(E.isRight(await createDocumentReader()({ text: collection(1) })())).toBe(true);
  });
});
