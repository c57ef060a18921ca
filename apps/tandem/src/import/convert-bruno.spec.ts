import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { convertBruno } from './convert-bruno.js';
import type { ImportFlags } from './flags.js';

it(
  'a converted collection keeps its .env, and git ignores that file',
  { tags: 'cli:import:env-file' },
  async () => {
    const root = await mkdtemp(join(tmpdir(), 'convert-'));
    try {
      const folder = join(root, 'shop');
      await mkdir(folder);
      await writeFile(join(folder, 'bruno.json'), '{"version":"1","name":"Shop","type":"collection"}');
      await writeFile(
        join(folder, 'get.bru'),
        'meta {\n  name: Get\n  type: http\n}\n\nget {\n  url: http://a.test\n}\n',
      );
      await writeFile(join(folder, '.env'), 'KEY=of-this-machine\n');
      const into = join(root, 'made');
      const flags = { dryRun: false, inPlace: false, noSecrets: false, json: false } as ImportFlags;
      const said: string[] = [];
      const output = { out: (text: string) => said.push(text), error: (text: string) => said.push(text) };
      expect(await convertBruno({ folder, into, flags }, output)).toBe(0);
      expect(await readFile(join(into, '.env'), 'utf8')).toBe('KEY=of-this-machine\n');
      expect((await stat(join(into, '.env'))).mode & 0o777).toBe(0o600);
      expect((await readFile(join(into, '.gitignore'), 'utf8')).split('\n')).toContain('.env');
      expect(said.join('')).not.toContain('of-this-machine');
    } finally {
      await rm(root, { recursive: true });
    }
  },
);
