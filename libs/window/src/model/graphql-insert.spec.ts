import { OperationTypeNode } from 'graphql';
import { describe, expect, it } from 'vitest';

import { documentProblems, schemaFrom } from './graphql-document.js';
import { withField } from './graphql-insert.js';

const schema = schemaFrom(`
  type Query { thing(id: ID!, size: Int): Thing things: [Thing!]! }
  type Mutation { rename(id: Int!, name: String!): Thing }
  type Thing { id: ID! label: String owner(id: ID!): Person }
  type Person { name: String }
`);

const inserted = (document: string, path: string, operationName: string | null = null) => {
  const [wanted, ...fields] = path.split(' ');
  const root = Object.values(OperationTypeNode).find((one) => one === wanted) ?? OperationTypeNode.QUERY;
  return withField(document, schema, operationName, { root, fields });
};

describe('a field', { tags: 'graphql:explorer' }, () => {
  it.each([
    ['', 'query things', 'query {\n  things { __typename }\n}\n'],
    ['', 'query thing label', 'query ($id: ID!) {\n  thing(id: $id) { label }\n}\n'],
    ['{ things { id } }', 'query things label', '{ things { id label } }'],
    ['{things{id}}', 'query things label', '{things{id label }}'],
    [
      'query {\n  things {\n    id\n  }\n}',
      'query things label',
      'query {\n  things {\n    id\n    label\n  }\n}',
    ],
    ['{ things { id } }', 'query thing', 'query ($id: ID!) { things { id } thing(id: $id) { __typename } }'],
    [
      'query A { things { id } }',
      'query thing id',
      'query A($id: ID!) { things { id } thing(id: $id) { id } }',
    ],
    [
      'query A($id: Int) { thing(id: 1, size: $id) { id } }',
      'query thing owner name',
      'query A($id: Int, $id2: ID!) { thing(id: 1, size: $id) { id owner(id: $id2) { name } } }',
    ],
    [
      'query A($id: ID!) { thing(id: $id) { id } }',
      'query thing label',
      'query A($id: ID!) { thing(id: $id) { id label } }',
    ],
    ['{ things }', 'query things label', '{ things { label } }'],
    ['{ things { id } }', 'query things id', '{ things { id } }'],
    ['{ things { {{fields}} } }', 'query things id', '{ things { {{fields}} id } }'],
  ])('%j and %j is %j', (document, path, result) => {
    expect(inserted(document, path)).toBe(result);
    expect(documentProblems(result, schema)).toEqual([]);
  });

  it('of another kind of operation begins one', () => {
    const result = inserted('{ things { id } }', 'mutation rename id') ?? '';
    expect(result).toContain(
      'mutation Rename($id: Int!, $name: String!) {\n  rename(id: $id, name: $name) { id }\n}',
    );
  });

  it('goes into the chosen operation', () => {
    const document = 'query A { things { id } } query B { things { id } }';
    expect(inserted(document, 'query things label', 'B')).toBe(
      'query A { things { id } } query B { things { id label } }',
    );
  });

  it.each([
    ['{ things {', 'query things'],
    ['', 'query nothing'],
    ['', 'query'],
    ['', 'subscription things'],
  ])('cannot be inserted: %j and %j', (document, path) => {
    expect(inserted(document, path)).toBeUndefined();
  });
});
