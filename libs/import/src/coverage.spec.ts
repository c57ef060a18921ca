import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { bru } from './testing/coverage/bruno.js';
import { curlCommands } from './testing/coverage/curl.js';
import { recordings } from './testing/coverage/har.js';
import { httpFiles } from './testing/coverage/http.js';
import { insomnia4, insomnia5 } from './testing/coverage/insomnia.js';
import { openapi, swagger } from './testing/coverage/openapi.js';
import { type Format, formatPage } from './testing/coverage/row.js';
import { postman } from './testing/coverage/postman.js';

const formats: readonly Format[] = [
  openapi,
  swagger,
  postman,
  insomnia5,
  insomnia4,
  recordings,
  httpFiles,
  bru,
  curlCommands,
];

describe.each(formats)('constructs of $name', { tags: 'import:table' }, ({ read, rows }) => {
  it.each(rows)('$construct is $outcome', (row) => {
    const { made, leftOut } = read(row.input);
    if (row.outcome === 'listed') expect(leftOut).toContainEqual({ place: row.place, what: row.what });
    else {
      expect(made).toMatchObject(row.makes);
      expect(leftOut).toEqual([]);
    }
  });
});

describe('the documentation page on imports', { tags: 'import:table' }, () => {
  it('lists the constructs of these tests', async () => {
    const page = fileURLToPath(new URL('../../../docs/reference/import-coverage.md', import.meta.url));
    await expect(formatPage(formats)).toMatchFileSnapshot(page);
  });
});
