import { describe, expect, it } from 'vitest';

import { findDocumentProblems, parseSchema, findVariableProblems } from './graphql-document.js';

const source = 'type Query { thing(id: ID!, name: String): Thing } type Thing { id: ID! size: Int }';
const schema = parseSchema(source);

describe('a GraphQL document', () => {
  it.each([
    ['', []],
    ['{ thing(id: 1) { id } }', []],
    ['{ thing(id: {{id}}, name: "{{name}}") { {{fields}} } }', []],
    ['{ thing(id: 1) { idd } }', [17, 20]],
    ['{ thing(id: 1) { id }', [20, 21]],
  ])('%j has errors at %j', (document, place) => {
    expect(findDocumentProblems(document, schema).flatMap(({ from, to }) => [from, to])).toEqual(place);
  });

  it('is checked only for its syntax if there is no schema', () => {
    expect(findDocumentProblems('{ anything }', undefined)).toEqual([]);
    expect(findDocumentProblems('{ anything', undefined)).toHaveLength(1);
  });
});

describe('the variables of a GraphQL operation', () => {
  const document =
    'query A($id: ID!, $size: Int = 1) { thing(id: $id) { id } } query B { thing(id: 1) { id } }';
  it.each([
    ['A', { id: 'x' }, []],
    ['A', {}, ['$id needs a value of type ID!.']],
    ['A', { id: 'x', other: 1 }, ['$other is not a variable of the operation.']],
    ['A', { id: 'x', size: '{{size}}' }, []],
    [
      'A',
      { id: 'x', size: 'big' },
      ['Variable "$size" got invalid value "big"; Int cannot represent non-integer value: "big"'],
    ],
    ['B', {}, []],
    [null, {}, ['$id needs a value of type ID!.']],
    ['C', {}, []],
  ])('of operation %j with the values %j have the errors %j', (name, variables, problems) => {
    expect(findVariableProblems(document, name, variables, schema)).toEqual(problems);
  });
});
