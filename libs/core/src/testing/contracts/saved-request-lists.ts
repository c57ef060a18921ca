import { expect, it } from 'vitest';
import type { Store } from '../../ports/repositories.js';
import type { ListQuery } from '../../ports/saved-requests.js';
import type { SearchMatch } from '../../requests/search-hit.js';
import { sampleWorkspace } from '../samples.js';
import { describeSuite, type OpenStore, unwrapRefusal, unwrapResult } from './opened.js';
import type { AnyRequest, RequestKindUnderTest } from './saved-request-kind.js';

/** The contract of every `SavedRequests` adapter for searching the fields of requests. */
export const testSavedRequestSearchContract = <A extends AnyRequest, S extends { readonly name: string }>(
  name: string,
  open: OpenStore,
  kind: RequestKindUnderTest<A, S>,
): void => {
  describeSuite(`a search of ${kind.entity}s in the ${name} repository`, open, (on) => {
    it(
      'finds text in headers, scripts and notes, and reports where',
      { tags: 'requests:search' },
      on(async (store) => {
        const id = (await unwrapResult(store.workspaces.create(sampleWorkspace()))).id;
        const header = { name: 'X-Größe', value: 'say "Moin"\\', enabled: true };
        const rows: readonly (readonly [string, object])[] = [
          ['header', { headers: [{ name: 'accept', value: '*', enabled: true }, header] }],
          ['script', { script: `${'// line\n'.repeat(20)}test('Moin')\n${'// line\n'.repeat(20)}` }],
          ['notes', { description: 'Moin', script: '' }],
          ['moin', { script: 'moin' }],
          ['none', {}],
          ['placed', { folder: 'Orders/Old' }],
        ];
        for (const [name, more] of rows)
          await unwrapResult(kind.of(store).create(kind.sample(id, { name, ...more })));
        const found = async (search: string, more: Partial<ListQuery> = {}) =>
          (await unwrapResult(kind.of(store).list(id, { take: 100, ...more, search }))).items.map(
            ({ name, found: hit }: { readonly name: string; readonly found?: SearchMatch }) => [
              name,
              ...(hit ? [hit.field, hit.excerpt] : []),
            ],
          );
        expect(await found('moin')).toEqual([
          ['header', 'headers', 'accept: * X-Größe: say "Moin"\\'],
          ['script', 'script', expect.stringMatching(/^….*test\('Moin'\).*…$/) as string],
          ['notes', 'description', 'Moin'],
          ['moin'],
        ]);
        expect((await found('moin'))[1]?.[2]?.length).toBeLessThan(120);
        for (const search of ['GRÖSSE: SAY', 'größe: say "', 'say "moin"\\', '"\\', 'x-G'])
          expect([search, (await found(search)).map(([name]) => name)]).toEqual([
            search,
            search === 'GRÖSSE: SAY' ? [] : ['header'],
          ]);
        expect(await found('moin accept')).toEqual([
          ['header', 'headers', 'accept: * X-Größe: say "Moin"\\'],
        ]);
        expect((await found('  NOTES  moin ')).map(([name]) => name)).toEqual(['notes']);
        expect(await found('moin nothing')).toEqual([]);
        expect(await found('ORDERS placed')).toEqual([['placed']]);
        const shown = (text: string) => text.replace('Moin', '\0');
        expect(await found('moin', { shown })).toEqual([['moin']]);
        expect(await found('say', { shown })).toEqual([
          ['header', 'headers', 'accept: * X-Größe: say "…"\\'],
        ]);
        expect(await found('\0', { shown })).toEqual([]);
      }),
    );
  });
};

const createWorkspace = async ({ workspaces }: Store) =>
  (await unwrapResult(workspaces.create(sampleWorkspace()))).id;

const unfilteredQuery: ListQuery = { take: 100 };

/** Creates requests with these folders, names and URLs, in this order. */
const createRequests = async <A extends AnyRequest, S extends { readonly name: string }>(
  kind: RequestKindUnderTest<A, S>,
  store: Store,
  rows: readonly (readonly [folder: string, name: string, url?: string])[],
) => {
  const workspaceId = await createWorkspace(store);
  for (const [folder, name, url = ''] of rows) {
    await unwrapResult(kind.of(store).create(kind.sample(workspaceId, { folder, name, url })));
  }
  return async (query: Partial<ListQuery>) =>
    (await unwrapResult(kind.of(store).list(workspaceId, { ...unfilteredQuery, ...query }))).items.map(
      (one) => one.name,
    );
};

/** The contract of every `SavedRequests` adapter for lists. */
export const testSavedRequestListsContract = <A extends AnyRequest, S extends { readonly name: string }>(
  name: string,
  open: OpenStore,
  kind: RequestKindUnderTest<A, S>,
): void => {
  describeSuite(`a list of ${kind.entity}s in the ${name} repository`, open, (on) => {
    it(
      'contains the summary of each request',
      on(async (store) => {
        const request = await unwrapResult(kind.of(store).create(kind.sample(await createWorkspace(store))));
        expect(await unwrapResult(kind.of(store).list(request.workspaceId, unfilteredQuery))).toEqual({
          items: [kind.summaryOf(request)],
        });
      }),
    );

    it(
      'is ordered by folder, case-sensitively by code point, and then by creation',
      on(async (store) => {
        const names = await createRequests(kind, store, [
          ['b', '6'],
          ['😀', '9'],
          ['', '1'],
          ['～', '8'],
          ['a/b', '5'],
          ['a', '3'],
          ['', '2'],
          ['a', '4'],
          ['é', '7'],
          ['B', '2b'],
        ]);
        expect(await names({})).toEqual(['1', '2', '2b', '3', '4', '5', '6', '7', '8', '9']);
      }),
    );

    it(
      'keeps a changed request at its position',
      on(async (store) => {
        const workspaceId = await createWorkspace(store);
        const made = ['a', 'b', 'c'].map((of) => kind.sample(workspaceId, { name: of }));
        for (const request of made) await unwrapResult(kind.of(store).create(request));
        await unwrapResult(kind.of(store).replace({ ...made[0]!, name: 'z', revision: 2 }, 1));
        const { items } = await unwrapResult(kind.of(store).list(workspaceId, unfilteredQuery));
        expect(items.map((one) => one.name)).toEqual(['z', 'b', 'c']);
      }),
    );

    it.each([
      ['a', ['in a', 'below a']],
      ['a/b', ['below a']],
      ['/a/', ['in a', 'below a']],
      ['A', ['in capital A']],
      ['a%', ['in a%']],
      ['a_', []],
      ['', ['in a', 'below a', 'in ab', 'in capital A', 'in a%', 'top']],
    ])('can be limited to folder %j and its subfolders', (folder, expected) =>
      on(async (store) => {
        const names = await createRequests(kind, store, [
          ['a', 'in a'],
          ['a/b', 'below a'],
          ['ab', 'in ab'],
          ['A', 'in capital A'],
          ['a%', 'in a%'],
          ['', 'top'],
        ]);
        expect((await names({ folder })).toSorted()).toEqual(expected.toSorted());
      })(),
    );

    it.each([
      ['bill', ['Get Bill', 'by URL']],
      ['BILL', ['Get Bill', 'by URL']],
      ['ÄPFEL', ['süße äpfel']],
      ['%', ['100%']],
      ['_', ['snake_case']],
      ['\\', ['back\\slash']],
      ["' OR 1=1 --", []],
    ])(
      'can be limited to names and URLs that contain %j, ignoring case and without wildcards',
      (search, expected) =>
        on(async (store) => {
          const names = await createRequests(kind, store, [
            ['', 'Get Bill'],
            ['', 'by URL', 'https://example.com/BILLs'],
            ['', 'süße äpfel'],
            ['', '100%'],
            ['', 'snake_case'],
            ['', 'back\\slash'],
          ]);
          expect((await names({ search })).toSorted()).toEqual(expected.toSorted());
        })(),
    );

    it(
      'can be limited to a tag, which must match completely',
      on(async (store) => {
        const id = await createWorkspace(store);
        for (const [name, tags] of [
          ['a', ['smoke', 'slow']],
          ['b', ['smoke-test']],
          ['c', ['x"smoke"', 'Smoke']],
          ['d', []],
          ['e', ['smoke']],
        ] as const)
          await unwrapResult(kind.of(store).create(kind.sample(id, { name, tags })));
        const names = async (tag: string, more: Partial<ListQuery> = {}) =>
          (await unwrapResult(kind.of(store).list(id, { ...unfilteredQuery, ...more, tag }))).items.map(
            (one) => one.name,
          );
        expect(await names('smoke')).toEqual(['a', 'e']);
        expect(await names('smoke', { take: 1 })).toEqual(['a']);
        expect(await names('x"smoke"')).toEqual(['c']);
        expect(await names('none')).toEqual([]);
      }),
    );

    it(
      'finds nothing by text that the caller may not see, and still fills its pages',
      on(async (store) => {
        const rows = ['?k=hunter2', 'hunter', '?k=hunter2', '?k=hunter2', 'hunting', '?k=hunter2'];
        const names = await createRequests(
          kind,
          store,
          rows.map((url, index) => ['', `r${index}`, url]),
        );
        const shown = (text: string) => text.replaceAll('hunter2', '-');
        expect(await names({ search: 'k=h', shown })).toEqual([]);
        expect(await names({ search: '?K=', shown })).toEqual(['r0', 'r2', 'r3', 'r5']);
        expect(await names({ search: 'HUN', shown })).toEqual(['r1', 'r4']);
        expect(await names({ search: 'hun', shown, take: 1 })).toEqual(['r1']);
        const { id } = (await unwrapResult(store.workspaces.list(1)))[0]!;
        const page = (query: Partial<ListQuery>) =>
          unwrapResult(kind.of(store).list(id, { search: 'hun', shown, take: 1, ...query }));
        const { next = '' } = await page({});
        expect((await page({ after: next })).items.map((one) => one.name)).toEqual(['r4']);
        expect(await page({ after: next })).not.toHaveProperty('next');
      }),
    );

    it(
      'contains everything once page by page, despite concurrent insertions and deletions',
      on(async (store) => {
        const workspaceId = await createWorkspace(store);
        const made = Array.from({ length: 7 }, (_, index) =>
          kind.sample(workspaceId, { name: `r${index}`, folder: index < 3 ? 'a' : 'b' }),
        );
        for (const request of made) await unwrapResult(kind.of(store).create(request));
        const first = await unwrapResult(kind.of(store).list(workspaceId, { take: 3 }));
        await unwrapResult(kind.of(store).remove(workspaceId, made[2]!.id));
        await unwrapResult(kind.of(store).create(kind.sample(workspaceId, { name: 'early', folder: '' })));
        const second = await unwrapResult(kind.of(store).list(workspaceId, { take: 3, after: first.next! }));
        const third = await unwrapResult(kind.of(store).list(workspaceId, { take: 3, after: second.next! }));
        const seen = [...first.items, ...second.items, ...third.items].map((one) => one.name);
        expect(seen).toEqual(['r0', 'r1', 'r2', 'r3', 'r4', 'r5', 'r6']);
        expect(third.next).toBeUndefined();
      }),
    );

    it(
      'continues after a page whose last requests were removed, with requests that were added since',
      on(async (store) => {
        const workspaceId = await createWorkspace(store);
        const make = (of: string) =>
          unwrapResult(kind.of(store).create(kind.sample(workspaceId, { name: of })));
        const made = [await make('a'), await make('b'), await make('c')];
        const { next } = await unwrapResult(kind.of(store).list(workspaceId, { take: 2 }));
        for (const { id } of made.slice(1)) await unwrapResult(kind.of(store).remove(workspaceId, id));
        await make('d');
        const { items } = await unwrapResult(kind.of(store).list(workspaceId, { take: 2, after: next! }));
        expect(items.map((one) => one.name)).toEqual(['d']);
      }),
    );

    it(
      'has no cursor on the last page, even if that page is full',
      on(async (store) => {
        const names = ['a', 'b'].map((of) => ['', of] as const);
        const workspaceId = await createWorkspace(store);
        for (const [, of] of names)
          await unwrapResult(kind.of(store).create(kind.sample(workspaceId, { name: of })));
        expect(await unwrapResult(kind.of(store).list(workspaceId, { take: 2 }))).not.toHaveProperty('next');
      }),
    );

    it.each(['', 'nonsense', 'e30', 'W10'])(
      'is refused for the cursor %j, which it never returned',
      (after) =>
        on(async (store) => {
          const workspaceId = await createWorkspace(store);
          const error = await unwrapRefusal(kind.of(store).list(workspaceId, { take: 2, after }));
          expect(error).toMatchObject({ kind: 'invalid-input', issues: [{ path: 'cursor' }] });
        })(),
    );
  });
};
