import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { root } from '../launch/say.mjs';
import { NoSubject, determineSubject } from './subject.mjs';

describe('the subject of a mutation test', () => {
  it('is the source of a library, tested by that library', () => {
    const { name, mutate, projects } = determineSubject(['libs/node'], root);
    expect({ name, first: mutate[0], projects }).toEqual({
      name: 'libs/node/src',
      first: 'libs/node/src/**/*.ts',
      projects: ['libs/node'],
    });
    expect(mutate).toContain('!**/*.spec.ts');
  });

  it('is a folder or a file, relative to the working directory', () => {
    const { mutate, projects } = determineSubject(
      ['secrets', '../../node/src/http/guards.ts'],
      join(root, 'libs/core/src'),
    );
    expect(mutate.slice(0, 2)).toEqual(['libs/core/src/secrets/**/*.ts', 'libs/node/src/http/guards.ts']);
    expect(projects).toEqual(['libs/core', 'libs/node']);
  });

  it('is also tested by libraries that use it if their tests cover it', () => {
    expect(determineSubject(['libs/execution'], root).projects).toEqual([
      'libs/execution',
      'libs/application',
      'libs/workbench',
    ]);
  });

  it.each([
    [[], 'name a file or folder'],
    [['libs/none'], 'there is no libs/none'],
    [['libs'], 'libs belongs to no library'],
    [['tools/run.mjs'], 'tools/run.mjs belongs to no library'],
    [['libs/node/package.json'], 'libs/node/package.json is no source'],
    [['libs/node/src/http/guards.spec.ts'], 'libs/node/src/http/guards.spec.ts is no source'],
  ])('is refused for %j', (paths, reason) => {
    expect(() => determineSubject(paths, root)).toThrow(NoSubject);
    expect(() => determineSubject(paths, root)).toThrow(reason);
  });
});
