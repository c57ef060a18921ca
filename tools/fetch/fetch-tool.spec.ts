import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { root } from '../launch/say.mjs';
import { tools } from './fetch-tool.mjs';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  /** Packages that are built for a single platform. */
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly integrity?: string; readonly resolved?: string }>>;
}

const read = async (name: string, file: string): Promise<unknown> =>
  JSON.parse(await readFile(join(root, 'tools', 'fetch', name, file), 'utf8'));

describe.each(tools)('the definition of %s', (name) => {
  it('pins the exact versions of the lock file', async () => {
    const manifest = (await read(name, 'package.json')) as Manifest;
    const pinned = Object.entries({ ...manifest.dependencies, ...manifest.optionalDependencies });
    const { packages } = (await read(name, 'package-lock.json')) as Lock;
    const locked = pinned.map(([one]) => [one, packages[`node_modules/${one}`]]);
    expect(pinned).not.toEqual([]);
    expect(Object.fromEntries(locked)).toMatchObject(
      Object.fromEntries(pinned.map(([one, version]) => [one, { version: version.replace(/^npm:.*@/, '') }])),
    );
  });

  it('has a checksum for every package, and no addresses of packages', async () => {
    const { '': _, ...packages } = ((await read(name, 'package-lock.json')) as Lock).packages;
    const wrong = Object.entries(packages).filter(
      ([, { integrity = '', resolved }]) => !integrity.startsWith('sha512-') || resolved !== undefined,
    );
    expect(wrong).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('fetching a tool', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tandem-fetch-'));
    await mkdir(join(folder, 'bin'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Creates a program named npm that runs this script, so that the test needs no network. */
  const writeNpm = async (script: string) => {
    const path = join(folder, 'bin', 'npm');
    await writeFile(path, `#!/bin/sh\n${script}\n`);
    await chmod(path, 0o755);
  };

  const fetchOnce = async () => {
    const program = join(root, 'tools', 'fetch', 'fetch-tool.mjs');
    const child = spawn(process.execPath, [program, 'newman'], {
      env: {
        ...process.env,
        PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH ?? ''}`,
        TANDEM_TOOLS_CACHE: join(folder, 'tools'),
      },
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, stderr };
  };

  const inCache = () => readdir(join(folder, 'tools'));

  it('installs it from the lock file, and prints the tool and the folder', async () => {
    await writeNpm('test "$1" = ci && test -f package-lock.json && mkdir node_modules');
    const { code, stderr } = await fetchOnce();
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^tandem: fetching newman@[\d.]+ into .*tools, once\n$/) as string,
    });
  });

  it('does not start npm if it is installed already', async () => {
    await writeNpm('mkdir node_modules');
    await fetchOnce();
    await writeNpm('exit 1');
    expect(await fetchOnce()).toEqual({ code: 0, stderr: '' });
  });

  it('happens only once if two processes need the tool at the same time', async () => {
    const meeting = join(folder, 'meeting');
    await mkdir(meeting);
    await writeNpm(
      `touch ${meeting}/$$; until [ $(ls ${meeting} | wc -l) -eq 2 ]; do :; done; mkdir node_modules`,
    );
    const both = await Promise.all([fetchOnce(), fetchOnce()]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(await inCache()).toEqual([expect.stringMatching(/^newman-[0-9a-f]{12}$/)]);
  });

  it('leaves nothing behind if npm fails, and reports the reason in one sentence', async () => {
    await writeNpm('echo "npm error network no route to host" >&2; exit 1');
    const { code, stderr } = await fetchOnce();
    expect(code).toBe(1);
    expect(stderr.split('\n').at(1)).toMatch(
      /^tandem: newman@[\d.]+ could not be fetched; call this again with a network: network no route to host$/,
    );
    expect(await inCache()).toEqual([]);
  });
});
