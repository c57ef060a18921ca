import { folderDefaults, type FolderKind, graphqlDefaults, restDefaults } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import type { SomeFields } from '../document/fields.js';
import { checkFit, UnfitValue } from './unfit.js';

/** Why a value cannot resolve a conflict, or undefined if it can. */
const reason = (kind: FolderKind, fields: unknown, field = 'x', value: unknown = 1): string | undefined => {
  try {
    checkFit(kind, fields as SomeFields, { field, value });
    return undefined;
  } catch (error) {
    if (!(error instanceof UnfitValue)) throw error;
    expect(error.value).toBe(value);
    return error.expected;
  }
};

const pair = { name: 'a', value: 'b', enabled: true };
const { path: _, ...inheritedFields } = { ...folderDefaults, path: '' };
const whole: Readonly<Record<FolderKind, object>> = {
  rest: { ...restDefaults, name: 'R', url: '', seq: 1 },
  graphql: { ...graphqlDefaults, name: 'G', url: '', query: '', seq: null },
  folder: { ...inheritedFields, path: 'A', seq: -1e12 },
  workspace: { ...inheritedFields, name: 'W' },
  environment: { name: 'E', variables: [pair], secrets: [pair] },
};

const any = 'a value of this field';

describe('a value that resolves a conflict', () => {
  it.each(Object.keys(whole) as FolderKind[])('fits a %s that is valid with it', (kind) => {
    expect(reason(kind, whole[kind])).toBeUndefined();
  });

  it.each<[FolderKind, object]>([
    ['rest', { name: '' }],
    ['rest', { name: 1 }],
    ['rest', { method: 1 }],
    ['rest', { seq: '1' }],
    ['graphql', { variables: 1 }],
    ['folder', { path: '' }],
    ['folder', { seq: 1e12 + 1 }],
    ['folder', { description: 1 }],
    ['folder', { auth: {} }],
    ['folder', { headers: [1] }],
    ['folder', { settings: 1 }],
    ['folder', { variables: [1] }],
    ['workspace', { name: '' }],
    ['workspace', { description: null }],
    ['workspace', { variables: 1 }],
    ['environment', { name: null }],
    ['environment', { variables: 1 }],
    ['environment', { secrets: 1 }],
  ])('does not fit a %s with %j', (kind, more) => {
    expect(reason(kind, { ...whole[kind], ...more })).toBe(any);
  });

  it('is rejected with the allowed values', () => {
    const pairs = 'an object with the texts name and value and the boolean enabled, or null to remove it';
    const folder = 'folder names joined by /; "" is the top';
    expect(reason('rest', { name: '' }, 'headers[a]')).toBe(pairs);
    expect(reason('rest', { name: '' }, 'folder')).toBe(folder);
    expect(reason('folder', { path: '' }, 'path')).toBe(folder);
    const most = 1e12;
    expect(reason('folder', { seq: '' }, 'seq')).toBe(`a number from -${most} to ${most}, or null for none`);
  });

  it('is checked as a folder path only in folder fields', () => {
    expect(reason('rest', whole.rest, 'folder', 'a//b')).toContain('folder names');
    expect(reason('folder', whole.folder, 'path', '/a')).toContain('folder names');
    expect(reason('rest', whole.rest, 'url', 'a//b')).toBeUndefined();
    expect(reason('rest', whole.rest, 'folder', 'a/b')).toBeUndefined();
    expect(reason('rest', whole.rest, 'folder', null)).toBeUndefined();
  });
});
