import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { SynchronizationReport } from '@tandem/core';
import { expect, it } from 'vitest';

import { openOnDisk, unwrapResult } from './testing/on-disk.js';

const value = 'hg7Kp2Lq9wXz4Rt';
const request = `info:
  name: Get
  type: http
http:
  method: GET
  url: http://127.0.0.1:9/
`;
const scripts = {
  'bruno.yml': `runtime:
  scripts:
    - type: before-request
      code: |-
        const key = '${value}';
`,
  'postman.yml': `x-tandem:
  foreign:
    dialect: postman
    beforeRequest: |
      const key = '${value}';
`,
};

it(
  "a value of .env in a script from another tool is reported once, and the script's file gets an id",
  { tags: 'foreign:bruno:env-file' },
  async () => {
    const on = await openOnDisk((_, response) => response.end('{}'));
    const synchronize = () =>
      unwrapResult<SynchronizationReport>(on.application.synchronization.synchronize({}));
    try {
      await synchronize();
      await writeFile(join(on.folder, '.env'), `API_KEY=${value}\n`);
      for (const [name, script] of Object.entries(scripts))
        await writeFile(join(on.folder, 'tandem', name), `${request}${script}`);
      const report = await synchronize();
      const withheld = Object.keys(scripts).map((path) => ({ path, field: 'foreign', secret: 'API_KEY' }));
      expect(report).toMatchObject({ invalid: [], warnings: [], withheld });
      for (const name of Object.keys(scripts)) {
        const text = await readFile(join(on.folder, 'tandem', name), 'utf8');
        expect(text).toMatch(/^ {2}id: rest_\w+$/m);
        expect(text).toContain(`const key = '${value}';`);
      }
      // Nothing is written again, and the report stays until the value is gone.
      expect(await synchronize()).toMatchObject({ written: [], pulled: [], invalid: [], withheld });
    } finally {
      await on.close();
    }
  },
);
