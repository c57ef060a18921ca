import { describe, expect, it } from 'vitest';

import { createPathAssigner } from './paths.js';

const quiet = (): undefined => undefined;

describe('requests with the same name', () => {
  it('are numbered from 2, skipping names that exist', () => {
    const taken = ['users', 'users/get-user-3.yml', 'users/get-user-4.JS'];
    const assigner = createPathAssigner(taken, [{ path: 'users', folder: 'Users' }], quiet);
    const paths = Array.from({ length: 4 }, (_, id) => assigner.request('Users', 'Get user', String(id)));
    expect(paths).toEqual(
      ['get-user', 'get-user-2', 'get-user-5', 'get-user-6'].map((stem) => `users/${stem}.yml`),
    );
  });

  it('get their file names in linear time', { tags: 'folder:names' }, () => {
    const assigner = createPathAssigner([], [], quiet);
    const paths = Array.from({ length: 30_000 }, (_, id) => assigner.request('', 'Get user', String(id)));
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.at(-1)).toBe('get-user-30000.yml');
  });
});
