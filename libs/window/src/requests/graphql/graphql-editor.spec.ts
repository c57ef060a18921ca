import { expect, it } from 'vitest';

import { listNamedOperations } from './graphql-editor.js';

it.each([
  ['{ a }', []],
  [
    'query A { a } mutation B($x: Int) { b(x: $x) } subscription C { c }',
    ['query A', 'mutation B', 'subscription C'],
  ],
  ['query A { mutation b } # query C\nfragment F on T { query }', ['query A']],
  ['query A { a(text: "} query B { ", more: """} query C {""") }', ['query A']],
  ['query A { {{fields}} } query B { b', ['query A', 'query B']],
])('the operations in %j are %j', (document, names) => {
  expect(listNamedOperations(document).map(({ kind, name }) => `${kind} ${name}`)).toEqual(names);
});
