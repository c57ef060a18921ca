import type { FolderWarning } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { createPathAssigner } from '../layout/paths.js';
import { createSecretFinder } from '../secrets/search.js';
import { createBase, createCandidate, createFoundEntity, createSubject } from '../testing/sides.js';
import type { Decision } from './decide.js';
import {
  createDependencyPaths,
  createRewrite,
  findDependencyCycles,
  findUnresolvedDependencies,
  createNeedsResolver,
  resolveDependencyPath,
} from './dependencies.js';
import type { FoundEntity } from './identity.js';

const id = (at: number): string => `rest_${String(at).padStart(16, '0')}`;
const [a, b, c] = [id(1), id(2), id(3)];

/** Creates requests with dependencies, by name. */
const createDependents = (needs: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(needs).map(([name, others]) =>
    createFoundEntity(name, 'rest', { name, needs: others }, { text: 'needs' }),
  );

const cyclesIn = (found: readonly FoundEntity[]): readonly FolderWarning[] => {
  const steps = findDependencyCycles(found);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
};

const circles = (needs: Readonly<Record<string, readonly string[]>>) =>
  cyclesIn(createDependents(needs)).map(({ message, path, code }) => {
    expect(code).toBe('needCycle');
    const [, chain] = /^needs make a circle: (.*); remove one of these needs$/.exec(message) ?? [];
    return [path, chain];
  });

describe('dependencies that form a cycle', () => {
  it('are reported once per cycle, with the requests in the cycle', () => {
    expect(circles({ a: ['b'], b: ['a'] })).toEqual([['a.yml', 'a → b → a']]);
    expect(circles({ a: ['a'] })).toEqual([['a.yml', 'a → a']]);
    expect(circles({ a: ['b'], b: ['a'], c: ['d'], d: ['c'] })).toHaveLength(2);
    expect(circles({ a: ['b', 'b'], b: ['c'], c: ['b'] })).toEqual([['b.yml', 'b → c → b']]);
  });

  it('are not reported if all of them can be executed', () => {
    expect(circles({ a: ['b', 'c'], b: ['c', 'c'], c: [] })).toEqual([]);
    expect(circles({ a: ['b'], b: ['elsewhere'] })).toEqual([]);
    expect(circles({})).toEqual([]);
  });

  it('are reported with at most eight names', () => {
    const names = 'abcdefghi'.split('');
    const ring = (of: readonly string[]) =>
      Object.fromEntries(of.map((name, at) => [name, [of[(at + 1) % of.length] ?? '']]));
    expect(circles(ring(names))).toEqual([['a.yml', 'a → b → c → d → e → f → g → h → … → a']]);
    expect(circles(ring(names.slice(0, 8)))).toEqual([['a.yml', 'a → b → c → d → e → f → g → h → a']]);
  });

  it('are searched for only in requests whose files mention `needs`', () => {
    const silent = createFoundEntity('a', 'rest', { name: 'a', needs: ['a'] }, { text: 'name: a' });
    const folder = createFoundEntity('f', 'folder', { name: 'f', needs: ['f'] }, { text: 'needs' });
    const nameless = createFoundEntity('n', 'graphql', { needs: ['n'] }, { text: 'needs' });
    expect(cyclesIn([silent, folder])).toEqual([]);
    expect(cyclesIn([nameless]).map(({ message }) => message)).toEqual([
      'needs make a circle:  → ; remove one of these needs',
    ]);
  });
});

describe('the path of a dependency', () => {
  it('is relative to the directory of the file it is in', () => {
    expect(resolveDependencyPath('x/y.yml', '../a.yml')).toBe('a.yml');
    expect(resolveDependencyPath('y.yml', './z/../a.yml')).toBe('a.yml');
  });

  it('is resolved to a current request, or else to a previous request', () => {
    const owners = new Map([
      [a, createCandidate('x/a.yml', 'rest')],
      [c, createCandidate('x/f.yml', 'environment')],
    ]);
    const bases = [
      createBase(b, 'graphql', {}, { path: 'x/b.yml' }),
      createBase(c, 'environment', {}, { path: 'x/g.yml' }),
    ];
    const ids = createNeedsResolver(owners, bases);
    const other = id(9);
    expect(ids(['a.yml', 'b.yml', 'f.yml', 'g.yml', other], 'x/z.yml', undefined)).toEqual([
      ...[a, b, 'f.yml', 'g.yml', other],
    ]);
  });

  it("is resolved from the file's previous location if the file has moved", () => {
    const owners = new Map([
      [a, createCandidate('x/a.yml', 'rest')],
      [b, createCandidate('y/b.yml', 'rest')],
      [c, createCandidate('x/b.yml', 'rest')],
    ]);
    const moved = createBase('z', 'rest', {}, { path: 'x/z.yml' });
    const ids = createNeedsResolver(owners, []);
    expect(ids(['a.yml', 'b.yml'], 'y/z.yml', moved)).toEqual([a, b]);
    expect(ids(['a.yml'], 'y/z.yml', undefined)).toEqual(['a.yml']);
  });

  it('is reported with its index if it cannot be resolved', () => {
    expect(findUnresolvedDependencies('x.yml', { needs: [a, 'gone.yml'] })).toEqual([
      {
        code: 'needNotFound',
        message:
          'needs[1] is "gone.yml", where no request is; give the path from this file to that of a request',
        path: 'x.yml',
      },
    ]);
    expect(findUnresolvedDependencies('x.yml', {})).toEqual([]);
  });
});

const settle = (file: object): Decision => ({
  ...{ do: 'settle', file, stored: file, base: file, common: file, conflicts: [], hits: [] },
});

describe('the dependencies that are written to a file', () => {
  const fields = { name: 'A', folder: '' };
  const target = createFoundEntity(a, 'rest', fields, { path: 'a.yml' });
  const pathsFor = (decision: Decision, sides = { found: target, base: createBase(a, 'rest') } as object) =>
    createDependencyPaths(
      createPathAssigner([], [{ path: 'x', folder: 'x' }], createSecretFinder([])),
      [[createSubject(a, 'rest', sides), decision]],
      [createBase(c, 'rest', {}, { path: 'x/c.yml' })],
    );

  it('are written as the paths that the requests will have', () => {
    const written = (decision: Decision, sides?: object) =>
      pathsFor(decision, sides).asWritten({ needs: [a, b, c] }, 'x/z.yml', undefined);
    expect(written(settle(fields))).toEqual(['../a.yml', b, 'c.yml']);
    expect(written(settle({ ...fields, folder: 'x' }))).toEqual(['a.yml', b, 'c.yml']);
    expect(written({ do: 'nothing' })).toEqual(['../a.yml', b, 'c.yml']);
    expect(
      written({ do: 'remove-stored' }, { base: createBase(a, 'rest', {}, { path: 'x/old.yml' }) }),
    ).toEqual([...['old.yml', b, 'c.yml']]);
    expect(written({ do: 'remove-file' })).toEqual([a, b, 'c.yml']);
    expect(written({ do: 'forget' })).toEqual([a, b, 'c.yml']);
    const conflict = { field: '*', base: null, ours: null, theirs: null };
    expect(written({ do: 'keep', conflict })).toEqual(['../a.yml', b, 'c.yml']);
  });

  it('keep the notation that their author chose', () => {
    const paths = pathsFor({ do: 'nothing' });
    const found = createFoundEntity(b, 'rest', { needs: ['./../a.yml'] }, { path: 'x/z.yml', text: 'needs' });
    expect(paths.asWritten({ needs: [a] }, 'x/z.yml', found)).toEqual(['./../a.yml']);
    expect(paths.asWritten({}, 'x/z.yml', found)).toEqual([]);
  });

  it('are up to date while they resolve to the same requests', () => {
    const file = (needs: readonly string[], said: readonly string[]) => ({
      ...createFoundEntity(b, 'rest', { needs }, { path: 'z.yml', text: 'needs' }),
      content: createFoundEntity(b, 'rest', { needs: said }).content,
    });
    const stays = pathsFor({ do: 'nothing' });
    expect(stays.areCurrent(file([a], ['a.yml']), undefined)).toBe(true);
    expect(stays.areCurrent(file([a], ['b.yml']), undefined)).toBe(false);
    expect(pathsFor(settle({ ...fields, folder: 'x' })).areCurrent(file([a], ['a.yml']), undefined)).toBe(
      false,
    );
    expect(stays.areCurrent(file([], ['b.yml']), undefined)).toBe(true);
    const silent = createFoundEntity(b, 'rest', { needs: [a] }, { text: '' });
    expect(stays.areCurrent(silent, undefined)).toBe(true);
  });

  it('are up to date in an unread file if nothing has moved', () => {
    const unread = createFoundEntity(
      c,
      'rest',
      { needs: [c] },
      { path: 'x/c.yml', text: 'needs', isRead: false },
    );
    const paths = pathsFor({ do: 'nothing' });
    expect(paths.areCurrent(unread, createBase(c, 'rest', {}, { path: 'x/c.yml' }))).toBe(true);
    expect(paths.areCurrent(unread, createBase(c, 'rest', {}, { path: 'c.yml' }))).toBe(false);
    const other = createFoundEntity(
      c,
      'rest',
      { needs: [c, a] },
      { path: 'x/c.yml', text: 'needs', isRead: false },
    );
    expect(paths.areCurrent(other, createBase(c, 'rest', {}, { path: 'x/c.yml' }))).toBe(false);
  });

  it('are the same whichever call creates the new request', () => {
    const paths = pathsFor({ do: 'nothing' });
    const entity = { id: b, kind: 'rest', fields: { name: 'B', folder: '' } } as never;
    expect(paths.getPath(entity, undefined)).toBe('b.yml');
    expect(paths.getPath(entity, undefined)).toBe('b.yml');
  });

  it('are rewritten without changing other fields', () => {
    const stored = { name: 'stored' };
    expect(createRewrite(target, stored)).toEqual({ ...settle(fields), stored });
  });
});
