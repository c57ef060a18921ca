import { expect, it } from 'vitest';

import { toGraphqlSummary } from '../../requests/graphql-request.js';
import type { RequestPosition } from '../../requests/request-position.js';
import { toRestSummary } from '../../requests/rest-request.js';
import type { RequestSummary } from '../../request-kinds.js';
import { sampleGraphqlRequest, sampleRequest, sampleWorkspace } from '../samples.js';
import { unwrapResult, type OpenStore, unwrapRefusal, describeSuite } from './opened.js';

const createTimestamp = (second: number) => ({ createdAt: `2026-01-02T03:04:0${second}.000Z` });

/** The contract of every `RequestPositions` adapter. */
export const testRequestPositionsContract = (name: string, open: OpenStore): void => {
  describeSuite(`the ${name} repository of request positions`, open, (on) => {
    it(
      'orders requests of both kinds by folder, position and creation, with requests without a position last',
      on(async ({ workspaces, restRequests, graphqlRequests, requestPositions }) => {
        const { id } = await unwrapResult(workspaces.create(sampleWorkspace()));
        const rest = async (label: string, second: number, seq?: number, folder = '') =>
          unwrapResult(
            restRequests.create(sampleRequest(id, { name: label, folder, ...createTimestamp(second) }), seq),
          );
        const graphql = async (label: string, second: number, seq?: number, folder = '') =>
          unwrapResult(
            graphqlRequests.create(
              sampleGraphqlRequest(id, { name: label, folder, ...createTimestamp(second) }),
              seq,
            ),
          );
        const made = [
          await rest('8', 3, undefined, 'é'),
          await rest('5', 2),
          await graphql('4', 1),
          await rest('3', 5, 2_000),
          await graphql('2', 4, 2_000),
          await graphql('1', 9, 1_000.5),
          await rest('6', 1, 3_000, 'a'),
          await rest('7', 1, 1, 'é'),
        ];
        const labels = (positions: readonly RequestPosition[]) =>
          positions.map((position) => made.find((one) => one.id === position.id)?.name).join('');
        const positions = await unwrapResult(requestPositions.list(id));
        expect(labels(positions)).toBe('12345678');
        expect(positions.map(({ seq }) => seq)).toEqual([1_000.5, 2_000, 2_000, null, null, 3_000, 1, null]);
        expect(labels(await unwrapResult(requestPositions.list(id, 'é')))).toBe('78');
      }),
    );

    it(
      'lists summaries page by page',
      on(async ({ workspaces, restRequests, graphqlRequests, requestPositions }) => {
        const [{ id }, other] = [sampleWorkspace(), sampleWorkspace()];
        for (const one of [id, other.id]) await unwrapResult(workspaces.create(sampleWorkspace({ id: one })));
        await unwrapResult(restRequests.create(sampleRequest(other.id)));
        const rest = async (label: string, second: number, seq?: number, folder = '') =>
          unwrapResult(
            restRequests.create(sampleRequest(id, { name: label, folder, ...createTimestamp(second) }), seq),
          );
        const graphql = async (label: string, second: number, seq?: number) =>
          unwrapResult(
            graphqlRequests.create(
              sampleGraphqlRequest(id, { name: label, ...createTimestamp(second) }),
              seq,
            ),
          );
        await rest('3', 3);
        await graphql('4', 3);
        const inSecond = await graphql('2', 4, 2_000.5);
        const inFirst = await rest('1', 5, 1_000);
        await rest('6', 1, undefined, 'é');
        await rest('5', 1, 1, 'é');
        const read = async (take: number): Promise<readonly (readonly RequestSummary[])[]> => {
          const pages: (readonly RequestSummary[])[] = [];
          let after: string | undefined;
          do {
            const query = after === undefined ? { take } : { take, after };
            const { items, next } = await unwrapResult(requestPositions.page(id, query));
            pages.push(items);
            after = next;
          } while (after !== undefined);
          return pages;
        };
        for (const take of [1, 2, 4, 6, 7]) {
          const pages = await read(take);
          expect(pages.length).toBe(Math.ceil(6 / take));
          expect(pages.flat().map(({ name }) => name)).toEqual(['1', '2', '3', '4', '5', '6']);
        }
        expect((await read(2))[0]).toEqual([toRestSummary(inFirst), toGraphqlSummary(inSecond)]);
        expect(await unwrapRefusal(requestPositions.page(id, { take: 1, after: '?' }))).toMatchObject({
          kind: 'invalid-input',
        });
      }),
    );

    it(
      'returns the highest position in a folder, separately for each workspace',
      on(async ({ workspaces, restRequests, graphqlRequests, requestPositions }) => {
        const [mine, other] = [sampleWorkspace(), sampleWorkspace()];
        for (const one of [mine, other]) await unwrapResult(workspaces.create(one));
        expect(await unwrapResult(requestPositions.end(mine.id, ''))).toEqual({
          highest: null,
          hasUnplaced: false,
        });
        const request = sampleRequest(mine.id);
        await unwrapResult(restRequests.create(request, 1_000));
        await unwrapResult(restRequests.create({ ...request, workspaceId: other.id }));
        await unwrapResult(graphqlRequests.create(sampleGraphqlRequest(mine.id), 2_500));
        expect(await unwrapResult(requestPositions.end(mine.id, ''))).toEqual({
          highest: 2_500,
          hasUnplaced: false,
        });
        expect(await unwrapResult(requestPositions.end(other.id, ''))).toEqual({
          highest: null,
          hasUnplaced: true,
        });
        await unwrapResult(requestPositions.put(mine.id, [{ id: request.id, folder: '', seq: 9 }]));
        expect((await unwrapResult(requestPositions.list(mine.id))).map(({ seq }) => seq)).toEqual([
          9, 2_500,
        ]);
        expect((await unwrapResult(requestPositions.list(other.id))).map(({ seq }) => seq)).toEqual([null]);
      }),
    );

    it(
      'keeps the position of a changed request unless the change sets another',
      on(async ({ workspaces, restRequests, requestPositions }) => {
        const { id } = await unwrapResult(workspaces.create(sampleWorkspace()));
        const request = await unwrapResult(restRequests.create(sampleRequest(id), 1_000));
        const seq = async () => (await unwrapResult(requestPositions.list(id)))[0]?.seq;
        await unwrapResult(restRequests.replace({ ...request, revision: 2 }, 1));
        expect(await seq()).toBe(1_000);
        await unwrapResult(restRequests.replace({ ...request, revision: 3 }, 2, 1_500));
        expect(await seq()).toBe(1_500);
        await unwrapResult(restRequests.replace({ ...request, revision: 4 }, 3, null));
        expect(await seq()).toBeNull();
      }),
    );
  });
};
