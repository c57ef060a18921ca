import type { RestRequestId, RestRequestSummary } from '@tandem/core';
import { expect, it } from 'vitest';

import { byFolder } from './folders.js';

const request = (name: string, folder: string): RestRequestSummary => ({
  id: name as RestRequestId,
  name,
  folder,
  method: 'GET',
  url: '',
});

it('lists the top first, then folders by name, and keeps the order inside', () => {
  const folders = byFolder([
    request('z', 'shop'),
    request('b', ''),
    request('y', 'auth'),
    request('a', 'shop'),
  ]);
  expect(folders.map(({ folder, requests }) => [folder, requests.map(({ name }) => name)])).toEqual([
    ['', ['b']],
    ['auth', ['y']],
    ['shop', ['z', 'a']],
  ]);
});
