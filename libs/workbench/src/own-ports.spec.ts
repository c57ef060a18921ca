import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { defaultBodiesInFlight } from '@tandem/execution';
import { getDataFilePaths } from '@tandem/node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createOwnPorts, readBodyBudget, readProvidedSecrets } from './own-ports.js';

describe('the budget for bodies in flight', { tags: ['send:in-flight'] }, () => {
  it.each([
    [{}, defaultBodiesInFlight],
    [{ TANDEM_BODIES_IN_FLIGHT_BYTES: '' }, defaultBodiesInFlight],
    [{ TANDEM_BODIES_IN_FLIGHT_BYTES: '1048576' }, 1_048_576],
  ])('is read from %j as %d bytes', (env, limit) => {
    expect(readBodyBudget(env).limit).toBe(limit);
  });

  it.each(['1048575', '-1', '256MiB', '1e9'])('is refused: %s', (value) => {
    expect(() => readBodyBudget({ TANDEM_BODIES_IN_FLIGHT_BYTES: value })).toThrow(
      `TANDEM_BODIES_IN_FLIGHT_BYTES=${value} is invalid; it takes a whole number from 1048576`,
    );
  });
});

const env = { TANDEM_SECRET_api_key: 'as it is', TANDEM_SECRET_API_KEY: 'in capitals', API_KEY: 'another' };

describe('the value of a secret from the process environment', () => {
  it.each([
    ['api_key', 'as it is'],
    ['API_KEY', 'in capitals'],
    ['api-key', 'in capitals'],
    ['Api.Key', 'in capitals'],
    ['KEY', undefined],
  ])('of %s is %s', (name, value) => {
    expect(readProvidedSecrets(env).valueOf(name)).toBe(value);
  });

  it(
    'can be looked up by the name of its variable, unless it is empty',
    { tags: ['secrets:given:hidden'] },
    () => {
      expect(readProvidedSecrets({ ...env, TANDEM_SECRET_EMPTY: '' }).all).toEqual([
        { name: 'api_key', value: 'as it is' },
        { name: 'API_KEY', value: 'in capitals' },
      ]);
    },
  );

  it.each([
    [[], []],
    [['API_KEY'], ['API_KEY', 'api-key']],
    [['api-key'], ['api-key']],
    [
      ['TOKEN', 'all'],
      ['API_KEY', 'api-key', 'all'],
    ],
  ])('is allowed by the setting %j for %j', { tags: ['secrets:given:confirmed'] }, (allowed, names) => {
    const { isAllowed } = readProvidedSecrets(env, allowed);
    expect(['API_KEY', 'api-key', 'all'].filter(isAllowed)).toEqual(names);
  });
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-ports-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('a port counts as our own until its server has closed', async () => {
  const ports = createOwnPorts(folder);
  expect(ports.has(4001)).toBe(false);
  const forget = ports.add(4001);
  expect([ports.has(4001), ports.has(4002)]).toEqual([true, false]);
  forget();
  expect(ports.has(4001)).toBe(false);
  expect(await readdir(dirname(getDataFilePaths(folder).listening(1)))).toEqual([]);
});

it(
  'a port of another process counts while that process is running',
  { tags: 'send:own-server' },
  async () => {
    const ports = createOwnPorts(folder);
    ports.add(4001);
    const other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1_000)']);
    await writeFile(getDataFilePaths(folder).listening(4002), String(other.pid));
    await writeFile(getDataFilePaths(folder).listening(4003), 'nonsense');
    expect([ports.has(4002), ports.has(4003)]).toEqual([true, false]);
    other.kill('SIGKILL');
    await once(other, 'exit');
    expect(ports.has(4002)).toBe(false);
  },
);
