import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { testInHouse } from './testing/house.js';

const request = (more: string, auth = '') =>
  `info:\n  name: R\n  type: http\nhttp:\n  method: GET\n  url: http://127.0.0.1/\n${auth}${more}`;
const folder = (more: string) => `info:\n  name: f\n  type: folder\nrequest:\n${more}`;

const settings: readonly [line: string, message: string][] = [
  ['timeout: soon', 'timeout must be a whole number or inherit'],
  ['maxRedirects: -1', 'maxRedirects must be a whole number or inherit'],
  ['followRedirects: 7', 'followRedirects must be true, false or inherit'],
  ['cookies: maybe', 'cookies must be true, false or inherit'],
  ['maxAge: 5x', 'maxAge must be a time such as 30s, 15m, 2h or 1d'],
  ['tls: [verify]', 'tls must be a map'],
  ['tls: { verify: maybe }', 'tls.verify must be true, false or inherit'],
];

describe('a value that would be read as missing', { tags: 'folder:invalid' }, () => {
  it.each(settings)('such as the setting %s is an error in a request and a folder', async (line, message) => {
    await testInHouse(async (house) => {
      await house.write('r.yml', request(`settings:\n  ${line}\n`));
      await house.write('f/folder.yml', folder(`  settings:\n    http:\n      ${line}\n`));
      expect((await house.synchronize()).invalid).toMatchObject([
        {
          path: 'f/folder.yml',
          line: 7,
          message: expect.stringContaining(`request.settings.http.${message}`) as string,
        },
        { path: 'r.yml', line: 8, message: expect.stringContaining(`settings.${message}`) as string },
      ]);
      expect(await house.read('r.yml')).toContain(line);
    })();
  });

  it(
    'such as a list instead of an auth is an error',
    testInHouse(async (house) => {
      await house.write('r.yml', request('', '  auth:\n    - bearer\n'));
      await house.write('f/folder.yml', folder('  auth:\n    - bearer\n'));
      const message = expect.stringContaining('auth must be inherit or a map') as string;
      expect((await house.synchronize()).invalid).toMatchObject([
        { path: 'f/folder.yml', line: 6, message },
        { path: 'r.yml', line: 8, message },
      ]);
    }),
  );

  it(
    'such as a dependency that is not a path, or a proxy host that is a list, is an error',
    testInHouse(async (house) => {
      await house.synchronize();
      await house.write('r.yml', request('x-tandem:\n  needs:\n    - id: r\n'));
      const manifest = await house.read('opencollection.yml');
      await house.write(
        'opencollection.yml',
        `${manifest}config:\n  proxy:\n    inherit: false\n    config:\n      hostname: [a]\n`,
      );
      expect((await house.synchronize()).invalid).toMatchObject([
        { path: 'opencollection.yml', message: expect.stringContaining('hostname must be text') as string },
        {
          path: 'r.yml',
          message: expect.stringContaining('x-tandem.needs must be a list of text') as string,
        },
      ]);
    }),
  );

  it(
    'is not one that Bruno writes: inherit, or no timeout',
    testInHouse(async (house) => {
      const ofBruno =
        'settings:\n  encodeUrl: inherit\n  timeout: 0\n  followRedirects: inherit\n  maxRedirects: inherit\n  maxAge: inherit\n  http: inherit\n';
      await house.write('r.yml', request(ofBruno));
      expect(await house.synchronize()).toMatchObject({ invalid: [], warnings: [] });
      const { requests } = await unwrapResult(house.application.rest.list({ take: 1 }));
      expect((await unwrapResult(house.application.rest.get({ id: requests[0]!.id }))).settings).toEqual({});
      expect(await house.read('r.yml')).toContain(ofBruno);
    }),
  );
});
