import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { testInWorkspace } from './testing/house.js';

const pair = (name: string, value: string, enabled = true) => ({ name, value, enabled });

const environment = `name: Test
variables:
  - name: BASE
    value: http://127.0.0.1:9
  - name: SPARE
    value: http://spare
    disabled: true
  - secret: true
    name: PASSWORD
x-tandem:
  id: e_short
`;

const fetchBook = `info:
  name: Fetch book
  type: http
  seq: 10

http:
  method: GET
  url: "{{BASE}}/books/:isbn?full=yes"
  headers:
    - name: x-trace
      value: "1"
      disabled: true
  params:
    - name: full
      value: "yes"
      type: query
    - name: isbn
      value: "7"
      type: path

settings:
  timeout: 2500
x-tandem:
  id: r_short
`;

const findBooks = `info:
  name: Find books
  type: graphql
  seq: 20

graphql:
  method: POST
  url: "{{BASE}}/graphql"
  body:
    query: |-
      query Books($most: Int) {
        books(most: $most) { isbn }
      }
    variables: |-
      { "most": 5 }
x-tandem:
  id: q_short
  operationName: Books
`;

describe('a folder made by another program', () => {
  it(
    'is imported completely, and only ids are added to its files',
    testInWorkspace(async (house) => {
      await house.write('opencollection.yml', 'opencollection: "1.0.0"\ninfo:\n  name: shop\n');
      await house.write('environments/Test.yml', environment);
      await house.write('books/folder.yml', 'info:\n  name: Books\n  type: folder\n');
      await house.write('books/fetch-book.yml', fetchBook);
      await house.write('books/fetch-book.js', 'export function onTest() {}\n');
      await house.write('books/find-books.yml', findBooks);
      expect(await house.synchronize()).toMatchObject({ conflicts: [], invalid: [], withheld: [] });
      expect(await house.all()).toMatchObject([
        {
          name: 'Fetch book',
          folder: 'Books',
          method: 'GET',
          url: '{{BASE}}/books/:isbn',
          pathParams: [pair('isbn', '7')],
          queryParams: [pair('full', 'yes')],
          headers: [pair('x-trace', '1', false)],
          script: 'export function onTest() {}\n',
          settings: { timeoutMs: 2500 },
        },
      ]);
      expect(await unwrapResult(house.store.graphqlRequests.all(house.workspace.id))).toMatchObject([
        { name: 'Find books', folder: 'Books', variables: { most: 5 }, operationName: 'Books' },
      ]);
      const environments = await unwrapResult(house.store.environments.list(house.workspace.id));
      expect(environments.find(({ name }) => name === 'Test')).toMatchObject({
        variables: [pair('BASE', 'http://127.0.0.1:9'), pair('SPARE', 'http://spare', false)],
        secrets: [pair('PASSWORD', '')],
      });
      const withoutId = (text: string) => text.replace(/ {2}id: .*\n/, '');
      expect(withoutId(await house.read('books/fetch-book.yml'))).toBe(withoutId(fetchBook));
      expect(withoutId(await house.read('books/find-books.yml'))).toBe(withoutId(findBooks));
      expect(withoutId(await house.read('environments/Test.yml'))).toBe(withoutId(environment));
      expect(await house.synchronize()).toMatchObject({ written: [], pulled: [], merged: [] });
    }),
  );
});
