import type { EnvironmentView } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import {
  canCreate,
  findEnvironmentsWith,
  findSecretOwner,
  listUnresolvedNames,
  readDetail,
  readNameOf,
  readNames,
} from './name-actions.js';

const environmentOf = (
  name: string,
  more: {
    readonly active?: boolean;
    readonly base?: string;
    readonly variables?: readonly string[];
    readonly secrets?: Readonly<Record<string, boolean>>;
  },
): EnvironmentView =>
  ({
    id: name,
    name,
    active: more.active ?? false,
    extends: more.base ?? '',
    variables: (more.variables ?? []).map((one) => ({ name: one, value: 'x', enabled: true })),
    secrets: Object.entries(more.secrets ?? {}).map(([one, hasValue]) => ({
      name: one,
      hasValue,
      enabled: true,
    })),
  }) as unknown as EnvironmentView;

const environments = [
  environmentOf('Dev', { active: true, base: 'Shared', secrets: { KEY: false } }),
  environmentOf('Shared', { secrets: { TOKEN: false } }),
  environmentOf('Shop API', { variables: ['base_url', 'user'], secrets: { TOKEN: true } }),
  environmentOf('Staging', { base: 'shop api' }),
  environmentOf('Empty', { secrets: { TOKEN: false } }),
];

const listNames = (names: readonly string[]) =>
  findEnvironmentsWith(names, environments).map(({ name }) => name);

describe('a name without a value', { tags: 'problems:actions' }, () => {
  it('is offered from environments that have or inherit all of the missing names', () => {
    expect(listNames(['base_url', 'TOKEN'])).toEqual(['Shop API', 'Staging']);
    expect(listNames(['user.name'])).toEqual(['Shop API', 'Staging']);
    expect(listNames(['base_url', 'nowhere'])).toEqual([]);
    expect(listNames([])).toEqual([]);
  });

  it('that is a secret is set in the active environment, or in the base that has the secret', () => {
    expect(findSecretOwner('KEY', environments)?.name).toBe('Dev');
    expect(findSecretOwner('TOKEN', environments)?.name).toBe('Shared');
    expect(findSecretOwner('NEW', environments)?.name).toBe('Dev');
    expect(findSecretOwner('KEY', environments.slice(1))).toBe(undefined);
  });

  it('is listed once, however often a request mentions it', () => {
    const origins = {
      url: [{ from: 'unresolved', token: 'a' }, { from: 'request' }],
      'headers.x': [
        { from: 'unresolved', token: 'a' },
        { from: 'unresolved', token: 'b' },
      ],
    };
    expect(listUnresolvedNames(origins)).toEqual(['a', 'b']);
  });

  it('cannot be created in an environment if the process defines it', () => {
    expect(canCreate('base_url')).toBe(true);
    expect(canCreate('process.env.KEY')).toBe(false);
  });

  it('is read from the details of an error, or from the subject of a warning', () => {
    expect(readNames({ names: ['a', 'b', 3] })).toEqual(['a', 'b']);
    expect(readNames({ name: 'KEY', where: 'auth' })).toEqual(['KEY']);
    expect(readNames(undefined)).toEqual([]);
    expect(readDetail({ id: 'rest_1' }, 'id')).toBe('rest_1');
    expect(readDetail('rest_1', 'id')).toBe(undefined);
    expect(['secret:TOKEN', 'secrets.TOKEN', 'TOKEN'].map(readNameOf)).toEqual(['TOKEN', 'TOKEN', 'TOKEN']);
  });
});
