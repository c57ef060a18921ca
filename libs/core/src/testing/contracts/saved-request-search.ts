import { expect, it } from 'vitest';

import type { FoundIn } from '../../requests/search-hit.js';
import type { ListQuery } from '../../ports/repositories.js';
import { sampleWorkspace } from '../samples.js';
import { unwrapResult, type OpenStore, describeSuite } from './opened.js';
import type { AnyRequest, RequestKindUnderTest } from './saved-request-kind.js';

/** The contract of every `SavedRequests` adapter for searching whole requests. */
export const testSavedRequestSearchContract = <A extends AnyRequest, S extends { readonly name: string }>(
  name: string,
  open: OpenStore,
  kind: RequestKindUnderTest<A, S>,
): void => {
  describeSuite(`${name} searches each ${kind.entity}`, open, (on) => {
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
        ];
        for (const [name, more] of rows)
          await unwrapResult(kind.of(store).create(kind.sample(id, { name, ...more })));
        const found = async (search: string, more: Partial<ListQuery> = {}) =>
          (await unwrapResult(kind.of(store).list(id, { take: 100, ...more, search }))).items.map(
            ({ name, found: hit }: { readonly name: string; readonly found?: FoundIn }) => [
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
