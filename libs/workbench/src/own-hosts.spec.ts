import { hostname, networkInterfaces } from 'node:os';

import { describe, expect, it } from 'vitest';

import { parseHostNames, listOwnHosts } from './own-hosts.js';

describe('the names of this machine', { tags: 'guard:legs' }, () => {
  it('are its host name and its interface addresses, as they appear in URLs', () => {
    const hosts = listOwnHosts();
    expect(hosts.has(hostname().toLowerCase())).toBe(true);
    for (const { address, family } of Object.values(networkInterfaces()).flatMap((all) => all ?? [])) {
      const host = family === 'IPv6' ? `[${address.replace(/%.*$/, '')}]` : address;
      expect(hosts.has(new URL(`http://${host}/`).hostname)).toBe(true);
    }
  });

  it('include the names of these addresses in the hosts file', () => {
    const text =
      '127.0.0.1 localhost dev.test # the usual\r\n::1\tSix.Test\n10.0.0.9 other.test\n10.0.0.1 mine.test';
    expect(parseHostNames(text, new Set(['10.0.0.1']))).toEqual([
      'localhost',
      'dev.test',
      'six.test',
      'mine.test',
    ]);
  });
});
