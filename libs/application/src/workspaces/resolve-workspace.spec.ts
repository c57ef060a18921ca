import { beforeEach, describe, expect, it } from 'vitest';

import { unwrapResult, createMemoryStore, unwrapRefusal, sampleWorkspace } from '@tandem/core/testing';

import type { Store, Workspace } from '@tandem/core';

import { resolveWorkspace } from './resolve-workspace.js';

let store: Store;
let shop: Workspace;
let bank: Workspace;

const add = (more: Partial<Workspace>) => unwrapResult(store.workspaces.create(sampleWorkspace(more)));
const resolve = (ref?: string) => resolveWorkspace({ store })(ref);

beforeEach(async () => {
  store = createMemoryStore();
  shop = await add({ name: 'Shop', path: '/home/me/shop-api' });
  bank = await add({ name: 'Bank', path: 'C:\\work\\Bank API' });
});

describe('a workspace', () => {
  it.each([
    ['its id', () => shop.id],
    ['its full path', () => '/home/me/shop-api'],
    ['its full path and a slash', () => '/home/me/shop-api/'],
    ['its name', () => 'Shop'],
    ['its name in another case', () => 'sHOP'],
    ['the name of its folder', () => 'shop-api'],
    ['the name of its folder in another case', () => 'SHOP-API'],
  ])('is found by %s', { tags: 'workspace:reference' }, async (_, ref) => {
    expect(await unwrapResult(resolve(ref()))).toEqual(shop);
  });

  it('is also found by a Windows path', { tags: 'workspace:reference' }, async () => {
    expect(await unwrapResult(resolve('bank api'))).toEqual(bank);
  });

  it(
    'is found by id before path, path before name, and name before folder',
    { tags: 'workspace:reference:order' },
    async () => {
      const called = await add({ name: shop.id, path: '/elsewhere/bank' });
      expect(await unwrapResult(resolve(shop.id))).toEqual(shop);
      expect(await unwrapResult(resolve('bank'))).toEqual(bank);
      const named = await add({ name: '/elsewhere/bank', path: '/x/y' });
      expect(await unwrapResult(resolve('/elsewhere/bank'))).toEqual(called);
      expect(named.id).not.toBe(called.id);
    },
  );

  it('may have an unused id as its name', { tags: 'workspace:reference:order' }, async () => {
    const odd = await add({ name: `ws_${'z'.repeat(16)}`, path: '/odd' });
    expect(await unwrapResult(resolve(`ws_${'z'.repeat(16)}`))).toEqual(odd);
  });

  it('defaults to the active workspace', { tags: 'workspace:active' }, async () => {
    expect(await unwrapRefusal(resolve())).toEqual({ kind: 'no-active-workspace' });
    await unwrapResult(store.workspaces.activate(bank.id));
    expect(await unwrapResult(resolve())).toEqual(bank);
  });

  it(
    'is not found by a name that several workspaces share, and the error lists them',
    { tags: 'workspace:ambiguous' },
    async () => {
      const other = await add({ name: 'SHOP', path: '/other' });
      expect(await unwrapRefusal(resolve('shop'))).toEqual({
        kind: 'workspace-ambiguous',
        ref: 'shop',
        matches: [shop, other],
      });
      expect(await unwrapResult(resolve(other.id))).toEqual(other);
    },
  );

  it.each(['Shoop', `ws_${'0'.repeat(15)}z`, '', 'me/shop-api'])(
    'is not found by an unknown name: %j',
    { tags: 'mcp:workspace:not-found' },
    async (ref) => {
      const error = await unwrapRefusal(resolve(ref));
      expect(error).toMatchObject({ kind: 'workspace-not-found', ref });
      if (ref === 'Shoop') expect(error).toMatchObject({ near: ['Shop'] });
    },
  );
});
