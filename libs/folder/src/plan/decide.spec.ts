import {
  folderDefaults,
  type FolderKind,
  type FolderResolution,
  graphqlDefaults,
  restDefaults,
} from '@tandem/core';
import { describe, expect, it } from 'vitest';

import type { SomeFields } from '../document/fields.js';
import { emptyFolder } from '../document/folder.js';
import { createSecretFinder } from '../secrets/search.js';
import {
  createBase,
  createFoundEntity,
  createState,
  createStoredEntity,
  createSubject,
} from '../testing/sides.js';
import {
  checkResolution,
  decideEntity,
  type Decision,
  type Subject,
  InvalidResolutionError,
} from './decide.js';
import { previousDefaults } from './memory.js';

const fields = { ...restDefaults, name: 'R', url: '/a', folder: '', seq: null, script: '' } as SomeFields;
const other = { ...fields, url: '/b' } as SomeFields;
const third = { ...fields, url: '/c' } as SomeFields;

interface Sides {
  readonly base?: SomeFields;
  readonly stored?: SomeFields;
  readonly found?: SomeFields;
  readonly isRead?: boolean;
  /** The revision in the database; the base has revision 1. */
  readonly revision?: number;
  readonly seq?: number;
  readonly settled?: boolean;
  readonly isSearched?: boolean;
  readonly kind?: FolderKind;
}

const sidesOf = ({ base, stored, found, kind = 'rest', ...how }: Sides): Subject => {
  const { isRead = true, revision = 2, settled = true, isSearched = true } = how;
  const own = stored && { ...createStoredEntity('r', kind, stored, revision), seq: how.seq ?? null };
  return createSubject('r', kind, {
    isSearched,
    base: base && createBase('r', kind, base, { settled }),
    stored: own,
    found: found && createFoundEntity('r', kind, found, { isRead }),
  });
};

const secret = 'long-secret-value';

const decide = (
  sides: Sides,
  resolutions: readonly Omit<FolderResolution, 'id'>[] = [],
  secrets: readonly { readonly name: string; readonly value: string }[] = [],
): Decision =>
  decideEntity(
    sidesOf(sides),
    createSecretFinder(secrets),
    createState({ resolutions: resolutions.map((one) => ({ ...one, id: 'r' })) }),
  );

const expectSettled = (decision: Decision) => {
  if (decision.do !== 'settle') throw new Error(decision.do);
  return decision;
};

describe('an entity', () => {
  it('is forgotten if neither side has it', () => {
    expect(decide({ base: fields })).toEqual({ do: 'forget' });
    expect(decide({})).toEqual({ do: 'forget' });
  });

  it('is left unchanged if both sides are unchanged, and its file is not read', () => {
    const same = { base: fields, stored: fields, found: fields, isRead: false };
    expect(decide(same)).toEqual({ do: 'nothing' });
    expect(decide({ ...same, stored: other, revision: 1 })).toEqual({ do: 'nothing' });
    expect(decide({ ...same, stored: other, revision: 1, seq: 4 }).do).toBe('settle');
    expect(decide({ ...same, stored: other, revision: 1, settled: false }).do).toBe('settle');
    expect(decide({ ...same, stored: other }).do).toBe('settle');
    expect(decide({ ...same, isSearched: false }).do).toBe('settle');
    expect(decide({ ...same, isRead: true }).do).toBe('settle');
  });

  it('gets a file if only the app has it', () => {
    expect(decide({ stored: fields })).toMatchObject({ do: 'settle', file: fields, conflicts: [] });
  });

  it('is imported if only its file exists', () => {
    expect(decide({ found: fields })).toEqual({
      ...{
        do: 'settle',
        file: fields,
        stored: fields,
        base: fields,
        common: fields,
        hits: [],
        conflicts: [],
      },
    });
    const { script: _, ...unscripted } = fields;
    expect(expectSettled(decide({ found: unscripted })).stored).toEqual(fields);
    const environment = { name: 'E', variables: [], secrets: [] } as SomeFields;
    expect(expectSettled(decide({ found: environment, kind: 'environment' })).stored).toEqual(environment);
  });

  it('is removed in the app if its file was removed, unless the app changed it', () => {
    expect(decide({ base: fields, stored: fields })).toEqual({ do: 'remove-stored' });
    expect(decide({ base: fields, stored: other, revision: 1 })).toEqual({ do: 'remove-stored' });
    expect(decide({ base: fields, stored: other })).toEqual({
      do: 'keep',
      conflict: { field: '*', base: expect.objectContaining(fields) as unknown, ours: other, theirs: null },
    });
  });

  it('loses its file if the app removed it, unless somebody changed the file', () => {
    expect(decide({ base: fields, found: fields, isRead: false })).toEqual({ do: 'remove-file' });
    expect(
      decide({ base: { ...fields, needs: [] }, found: { ...fields, requestVariables: [], needs: [] } }),
    ).toEqual({ do: 'remove-file' });
    expect(decide({ base: fields, found: other })).toEqual({
      do: 'keep',
      conflict: { field: '*', base: expect.objectContaining(fields) as unknown, ours: null, theirs: other },
    });
  });

  it('gets the value that a person chose if one side removed it and the other side changed it', () => {
    const ours = { field: '*', take: 'ours' } as const;
    const theirs = { field: '*', take: 'theirs' } as const;
    const elsewhere = { field: 'url', take: 'theirs' } as const;
    expect(decide({ base: fields, stored: other }, [theirs])).toEqual({ do: 'remove-stored' });
    expect(decide({ base: fields, stored: other }, [ours])).toMatchObject({ do: 'settle', file: other });
    expect(decide({ base: fields, stored: other }, [elsewhere]).do).toBe('keep');
    expect(decide({ base: fields, found: other }, [ours])).toEqual({ do: 'remove-file' });
    expect(decide({ base: fields, found: other }, [theirs])).toMatchObject({ do: 'settle', stored: other });
    expect(decide({ base: fields, found: other }, [elsewhere]).do).toBe('keep');
  });

  it('is changed on the other side if one side changed it', () => {
    expect(decide({ base: fields, stored: other, found: fields })).toMatchObject({
      file: other,
      stored: other,
      base: other,
      conflicts: [],
      hits: [],
    });
    expect(decide({ base: fields, stored: fields, found: other })).toMatchObject({
      file: other,
      stored: other,
      base: other,
      conflicts: [],
      hits: [],
    });
  });

  it('has a conflict if both sides changed it, unless a person chose a value', () => {
    const both = { base: fields, stored: other, found: third };
    expect(expectSettled(decide(both))).toMatchObject({
      file: third,
      stored: other,
      base: fields,
      conflicts: [{ field: 'url', base: '/a', ours: '/b', theirs: '/c' }],
    });
    const chosen = (take: 'ours' | 'theirs') => expectSettled(decide(both, [{ field: 'url', take }]));
    expect(chosen('ours')).toMatchObject({ file: other, stored: other, conflicts: [] });
    expect(chosen('theirs')).toMatchObject({ file: third, stored: third, conflicts: [] });
    const value = { field: 'url', take: 'value', value: '/d' } as const;
    expect(expectSettled(decide(both, [value]))).toMatchObject({
      ...{ file: { url: '/d' }, stored: { url: '/d' }, conflicts: [] },
    });
    expect(expectSettled(decide(both, [{ field: 'name', take: 'ours' }])).conflicts).toHaveLength(1);
    expect(() => decide(both, [{ ...value, value: 1 }])).toThrow(InvalidResolutionError);
    // Only a value that the caller provides is checked. The existing value of a side may be invalid.
    const nameless = {
      base: { ...fields, name: '' },
      stored: { ...other, name: '' },
      found: { ...third, name: '' },
    };
    expect(decide(nameless, [{ field: 'url', take: 'ours' }])).toMatchObject({ do: 'settle', conflicts: [] });
  });

  it('has null in a conflict for the side without a value', () => {
    const { url: _, ...without } = fields;
    const both = { base: without, stored: other, found: third };
    expect(expectSettled(decide(both)).conflicts).toEqual([
      { field: 'url', base: null, ours: '/b', theirs: '/c' },
    ]);
  });

  it('keeps equal fields if nothing is remembered from a synchronization, and has conflicts in the others', () => {
    expect(expectSettled(decide({ stored: fields, found: fields }))).toMatchObject({
      file: fields,
      conflicts: [],
    });
    expect(expectSettled(decide({ stored: fields, found: other })).conflicts).toHaveLength(1);
  });
});

describe('a folder or workspace on both sides that was never synchronized', () => {
  const folder = { ...emptyFolder, path: 'A', seq: null } as SomeFields;

  it('gets the notes of its file, because it had no notes in the app', () => {
    const noted = { ...folder, description: 'notes', seq: 3 } as SomeFields;
    expect(expectSettled(decide({ stored: folder, found: noted, kind: 'folder' }))).toMatchObject({
      stored: noted,
      file: noted,
      conflicts: [],
    });
    const placed = { ...folder, seq: 5 } as SomeFields;
    expect(expectSettled(decide({ stored: placed, found: noted, kind: 'folder' })).stored).toMatchObject({
      seq: 5,
    });
    const workspace = { ...previousDefaults, name: 'W' } as SomeFields;
    const told = { ...workspace, description: 'notes' } as SomeFields;
    expect(expectSettled(decide({ stored: workspace, found: told, kind: 'workspace' }))).toMatchObject({
      ...{ stored: { description: 'notes' }, conflicts: [] },
    });
  });

  it('gets the path of its file', () => {
    const found = { ...folder, path: 'B' } as SomeFields;
    expect(expectSettled(decide({ stored: folder, found, kind: 'folder' }))).toMatchObject({
      ...{ stored: { path: 'A' }, file: { path: 'A' }, conflicts: [] },
    });
  });

  it('is compared field by field, because its revision does not cover all fields', () => {
    const workspace = { ...previousDefaults, name: 'W' } as SomeFields;
    const sides = {
      base: workspace,
      found: workspace,
      isRead: false,
      revision: 1,
      kind: 'workspace',
    } as const;
    expect(decide({ ...sides, stored: workspace })).toEqual({ do: 'nothing' });
    expect(decide({ ...sides, stored: { ...workspace, name: 'V' } })).toMatchObject({
      ...{ do: 'settle', file: { name: 'V' } },
    });
  });

  it('is written to a manifest again if the manifest was removed', () => {
    const workspace = { ...previousDefaults, name: 'W' } as SomeFields;
    expect(decide({ base: workspace, stored: workspace, kind: 'workspace' })).toMatchObject({
      ...{ do: 'settle', file: { name: 'W' } },
    });
  });
});

describe('a secret', () => {
  const secrets = [{ name: 'token', value: secret }];
  const holding = { ...fields, url: `/${secret}` } as SomeFields;

  it('is not written and stays in the app if only the app has it', () => {
    const { file, stored, base, hits } = expectSettled(decide({ stored: holding }, [], secrets));
    expect(JSON.stringify([file, base])).not.toContain(secret);
    expect(stored).toMatchObject({ url: `/${secret}` });
    expect(hits).toMatchObject([{ field: 'url', secret: 'token' }]);
  });

  it('is imported from a file and removed from the file', () => {
    const { file, stored, hits } = expectSettled(decide({ found: holding }, [], secrets));
    expect(JSON.stringify(file)).not.toContain(secret);
    expect(stored).toMatchObject({ url: `/${secret}` });
    expect(hits).toMatchObject([{ field: 'url', secret: 'token' }]);
    const changed = expectSettled(decide({ base: fields, stored: fields, found: holding }, [], secrets));
    expect(JSON.stringify([changed.file, changed.base])).not.toContain(secret);
    expect(changed.stored).toMatchObject({ url: `/${secret}` });
    expect(changed.hits).toMatchObject([{ field: 'url', secret: 'token' }]);
  });

  it('is reported once if both sides have it', () => {
    const both = { base: fields, stored: holding, found: holding };
    expect(expectSettled(decide(both, [], secrets)).hits).toHaveLength(1);
  });

  it('stays in the file while it has a conflict', () => {
    const both = { base: fields, stored: other, found: holding };
    const { file, conflicts } = expectSettled(decide(both, [], secrets));
    expect(conflicts).toHaveLength(1);
    expect(file).toMatchObject({ url: `/${secret}` });
  });

  it('is redacted in the conflict about an entity whose file was removed', () => {
    const decision = decide({ base: fields, stored: holding }, [], secrets);
    expect(decision.do).toBe('keep');
    expect(JSON.stringify(decision)).not.toContain(secret);
  });
});

/** Why a value cannot resolve a conflict; undefined if it can. */
const reason = (kind: FolderKind, fields: unknown, field = 'x', value: unknown = 1): string | undefined => {
  try {
    checkResolution(kind, fields as SomeFields, { field, value });
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidResolutionError)) throw error;
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
  it.each(Object.keys(whole) as FolderKind[])('is accepted if it makes a valid %s', (kind) => {
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
  ])('is refused for a %s if it is %j', (kind, more) => {
    expect(reason(kind, { ...whole[kind], ...more })).toBe(any);
  });

  it('is refused with a message about the allowed values', () => {
    const pairs = 'an object with the texts name and value and the boolean enabled, or null to remove it';
    const folder = 'folder names joined by /; "" is the top';
    expect(reason('rest', { name: '' }, 'headers[a]')).toBe(pairs);
    expect(reason('rest', { name: '' }, 'folder')).toBe(folder);
    expect(reason('folder', { path: '' }, 'path')).toBe(folder);
    const most = 1e12;
    expect(reason('folder', { seq: '' }, 'seq')).toBe(`a number from -${most} to ${most}, or null for none`);
  });

  it('is checked as a folder path only in fields that contain a folder path', () => {
    expect(reason('rest', whole.rest, 'folder', 'a//b')).toContain('folder names');
    expect(reason('folder', whole.folder, 'path', '/a')).toContain('folder names');
    expect(reason('rest', whole.rest, 'url', 'a//b')).toBeUndefined();
    expect(reason('rest', whole.rest, 'folder', 'a/b')).toBeUndefined();
    expect(reason('rest', whole.rest, 'folder', null)).toBeUndefined();
  });
});
