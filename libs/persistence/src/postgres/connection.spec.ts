import { describe, expect, it } from 'vitest';

import { decodeNul, encodeNul, findServerProblem, parseAddress, toOpenError } from './connection.js';

describe('the URL of a store', { tags: 'storage:refused' }, () => {
  it.each([
    ['postgres://ann:pw@db.local:6000/team', 'postgres://db.local:6000/team'],
    ['postgresql://db.local/team?sslmode=require', 'postgres://db.local:5432/team'],
    ['postgres:///team?host=/run/postgresql', 'postgres:///run/postgresql:5432/team'],
    ['postgres://ann:p%40w@[::1]/t%20t', 'postgres://[::1]:5432/t t'],
  ])('is shown without its user: %s', (url, shown) => {
    expect(parseAddress(url).shown).toBe(shown);
  });

  it('has no user in the message if it names no user', () => {
    expect(parseAddress('postgres://h/team').user).toBeUndefined();
    expect(parseAddress('postgres://ann@h/team').user).toBe('ann');
  });

  it.each([
    '',
    'team',
    'mysql://a:hunter2@h/d',
    'postgres://a:hunter2@h',
    'postgres://a:hunter2@h:x/d',
    'postgres://h/%E0%A4%A',
  ])('is refused without being shown: %j', (url) => {
    expect(() => parseAddress(url)).toThrow('is not the URL of a PostgreSQL database');
    expect(() => parseAddress(url)).not.toThrow('hunter2');
  });
});

describe('a PostgreSQL server', { tags: 'storage:refused' }, () => {
  const address = parseAddress('postgres://ann:pw@h/team');

  it('is refused with its version if it is too old', () => {
    expect(findServerProblem(address, 120_022, 'UTF8')?.message).toBe(
      'postgres://h:5432/team is PostgreSQL 12; Tandem needs 13 or newer',
    );
    expect(findServerProblem(address, 130_000, 'UTF8')).toBeUndefined();
  });

  it.each([
    ['ECONNREFUSED', 'does not answer'],
    ['57P03', 'does not answer'],
    ['28P01', 'does not let the user ann in'],
    ['3D000', 'createdb team'],
    ['42501', 'grant it CREATE'],
    ['25006', 'is read-only'],
    ['53300', 'has no connection left'],
  ])('reports what to do if it fails with %s', (code, text) => {
    const error = toOpenError(address, Object.assign(new Error('x'), { code })) as Error;
    expect(error.message).toContain(text);
    expect(error.message).toContain('postgres://h:5432/team');
  });
});

it.each(['', 'a', '\0', '\x10', '\0\x10', '\x100', '\x10\x101\0', 'é\0🚲'])(
  'a text such as %j is stored without U+0000 and read back unchanged',
  (text) => {
    expect(encodeNul(text)).not.toContain('\0');
    expect(decodeNul(encodeNul(text))).toBe(text);
  },
);
