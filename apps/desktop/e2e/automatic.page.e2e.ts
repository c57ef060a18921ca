import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { useJourney } from './use-journey.js';

const journey = useJourney({}, { isAutomatic: true });

it(
  'a folder saves a change and reads a changed file without any action by a person',
  { tags: 'folder:automatic' },
  async () => {
    const { path: folder } = await journey.agent('synchronization_synchronize', { dryRun: true });
    const file = join(folder as string, 'shared.yml');
    const text = (): Promise<string> => readFile(file, 'utf8').catch(() => '');
    const { id } = await journey.agent('rest_create', { name: 'Shared', url: 'http://127.0.0.1:9/app' });
    await expect.poll(text).toContain('127.0.0.1:9/app');
    await writeFile(file, (await text()).replace('9/app', '9/file'));
    await expect
      .poll(() => journey.agent('rest_get', { id }))
      .toMatchObject({ url: 'http://127.0.0.1:9/file' });
    await journey.page.getByRole('contentinfo').getByText('All saved to disk', { exact: true }).waitFor();
    await journey.agent('rest_delete', { id });
    await expect.poll(text).toBe('');
  },
);
