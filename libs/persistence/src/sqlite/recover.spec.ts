import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { testInFolder } from '../testing/in-folder.js';
import { openDatabase } from './database.js';

describe('long transactions in a row', () => {
  it(
    'let another process write between them',
    { tags: 'folder:slices' },
    testInFolder(async (folder) => {
      const file = join(folder, 't.sqlite');
      const [first, second] = [await openDatabase(file, 30_000, {}), await openDatabase(file, 30_000, {})];
      const seen = { isWritten: false };
      let count = 0;
      const write = (database: typeof first, ms: number) =>
        database.write(async (db) => {
          await db.query(`INSERT OR REPLACE INTO settings (name, value) VALUES ('a', 'b')`);
          await pause(ms);
        });
      await write(first, 40);
      const other = write(second, 0).then(() => {
        seen.isWritten = true;
      });
      for (; !seen.isWritten && count < 400; count++) await write(first, 40);
      expect(count).toBeLessThan(400);
      await other;
      await first.close();
      await second.close();
    }),
  );
});
