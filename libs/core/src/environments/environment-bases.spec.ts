import { describe, expect, it } from 'vitest';

import { listBases, inheritFromBases, applyBases } from './environment-bases.js';

const pair = (name: string, value: string, enabled = true) => ({ name, value, enabled });

const environment = (
  name: string,
  base: string,
  variables: readonly ReturnType<typeof pair>[] = [],
  secrets: readonly ReturnType<typeof pair>[] = [],
) => ({ name, extends: base, variables, secrets });

const listNames = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name);

describe('the search for the bases of an environment', () => {
  const common = environment('Common', '');
  const staging = environment('Staging', 'COMMON');
  const live = environment('Live', 'Staging');

  it('finds bases by case-insensitive name, nearest first', () => {
    expect(listBases(live, [common, staging, live])).toEqual({ bases: [staging, common] });
    expect(listBases(common, [common, staging, live])).toEqual({ bases: [] });
  });

  it('stops at a base that does not exist', () => {
    const { bases, broken } = listBases(live, [staging, live]);
    expect(listNames(bases)).toEqual(['Staging']);
    expect(broken).toEqual({ kind: 'missing', of: 'Staging', name: 'COMMON' });
  });

  it('uses each base once if environments extend each other', () => {
    const around = environment('Common', 'live');
    const { bases, broken } = listBases(live, [around, staging, live]);
    expect(listNames(bases)).toEqual(['Staging', 'Common']);
    expect(broken).toEqual({ kind: 'cycle', of: 'Common', name: 'Live' });
    const own = environment('Own', 'Own');
    expect(listBases(own, [own])).toEqual({ bases: [], broken: { kind: 'cycle', of: 'Own', name: 'Own' } });
  });
});

describe('an environment with bases', () => {
  const one = environment('Live', 'Staging', [pair('a', 'own'), pair('b', 'off', false)], [pair('s', 'own')]);
  const near = environment('Staging', 'Common', [
    pair('a', '1'),
    pair('b', '1'),
    pair('s', '1'),
    pair('off', '1', false),
  ]);
  const far = environment('Common', '', [pair('b', '2'), pair('c', '2')], [pair('a', '2'), pair('t', '2')]);

  it('inherits each variable or secret from the nearest base that enables it, unless the environment enables its own', () => {
    expect(inheritFromBases(one, [near, far])).toEqual({
      variables: [
        { ...pair('b', '1'), base: 'Staging' },
        { ...pair('c', '2'), base: 'Common' },
      ],
      secrets: [{ ...pair('t', '2'), base: 'Common' }],
    });
  });

  it('lists its own pairs before inherited pairs', () => {
    expect(applyBases(one, [near, far])).toEqual({
      ...one,
      variables: [...one.variables, pair('b', '1'), pair('c', '2')],
      secrets: [...one.secrets, pair('t', '2')],
    });
    expect(applyBases(one, [])).toEqual(one);
  });
});
