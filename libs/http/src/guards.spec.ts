import { describe, expect, it } from 'vitest';

import { isOwnHost, isOwnOrigin } from './guards.js';

describe('a Host of this machine', () => {
  it.each(['127.0.0.1', '127.0.0.1:80', 'localhost', 'LocalHost:65535', '[::1]', '[::1]:8097'])(
    'is %s',
    (host) => {
      expect(isOwnHost(host)).toBe(true);
      expect(isOwnOrigin(`http://${host}`)).toBe(true);
      expect(isOwnOrigin(`https://${host}`)).toBe(true);
    },
  );

  it.each([
    '',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.0.0.1.',
    '127.0.0.2',
    '0.0.0.0',
    'localhost.',
    '::1',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '127.0.0.1.nip.io',
    'localhost.evil.example',
    'user@127.0.0.1',
    '127.0.0.1:',
    '127.0.0.1:0x50',
    '127.0.0.1:65536',
    '127.0.0.1:80:80',
    '127.0.0.1 ',
    'localhost/',
    'localhost?',
  ])('is not %j, whatever it resolves to', (host) => {
    expect(isOwnHost(host)).toBe(false);
    expect(isOwnOrigin(`http://${host}`)).toBe(false);
  });

  it('is one more that was allowed, by the letter and without its case', () => {
    const options = { allowHosts: ['Host.Docker.internal', '10.0.0.1'] };
    expect(isOwnHost('host.docker.INTERNAL:1234', options)).toBe(true);
    expect(isOwnHost('10.0.0.1', options)).toBe(true);
    expect(isOwnHost('10.1', options)).toBe(false);
  });
});

describe('an Origin of this machine', () => {
  it('is none at all, but no other scheme and no opaque one', () => {
    expect(isOwnOrigin(undefined)).toBe(true);
    for (const origin of ['null', 'file://localhost', 'ws://localhost', 'http://localhost/path', ''])
      expect(isOwnOrigin(origin), origin).toBe(false);
  });
});
