import { describe, expect, it } from 'vitest';
import { OperationTypeNode } from 'graphql';

import { parseSchema, findDocumentProblems } from './graphql-document.js';
import {
  searchSchema,
  maxSchemaMatches,
  findPathTo,
  listRoots,
  findSchemaType,
  insertField,
} from './graphql-explore.js';

const schema = parseSchema(`
  type Query { thing(id: ID!): Thing any: Either }
  type Mutation { paint(input: Paint!): Thing }
  "Something"
  type Thing { label: String color: Color old: Int @deprecated owner: Person }
  type Person { name: String friends: [Person!]! made: Made }
  interface Made { by: Person }
  type Tool implements Made { by: Person edge: Int }
  union Either = Thing | Person | Rest
  type Rest { label: String }
  enum Color { RED BLUE }
  input Paint { color: Color! }
  type Lonely { label: String }
`);

describe('the schema explorer', { tags: 'graphql:explorer' }, () => {
  it('shows a type with its fields and their types', () => {
    expect(findSchemaType(schema, 'Thing')).toMatchObject({
      kind: 'type',
      description: 'Something',
      fields: [
        { name: 'label', args: '', type: 'String', leadsTo: 'String', isDeprecated: false },
        { name: 'color', leadsTo: 'Color' },
        { name: 'old', isDeprecated: true },
        { name: 'owner', leadsTo: 'Person' },
      ],
    });
    expect(findSchemaType(schema, 'Query')?.fields[0]).toMatchObject({ args: '(id: ID!)' });
    expect(findSchemaType(schema, 'Color')).toMatchObject({ kind: 'enum', values: ['RED', 'BLUE'] });
    expect(findSchemaType(schema, 'Either')).toMatchObject({
      kind: 'union',
      members: ['Thing', 'Person', 'Rest'],
    });
    expect(findSchemaType(schema, 'Paint')).toMatchObject({ kind: 'input', fields: [{ type: 'Color!' }] });
    expect(findSchemaType(schema, 'None')).toBeUndefined();
  });

  it('starts with the operation types', () => {
    expect(listRoots(schema).map(({ root, type }) => [root, type])).toEqual([
      ['query', 'Query'],
      ['mutation', 'Mutation'],
    ]);
  });

  it('finds types and fields, exact matches first', () => {
    expect(searchSchema(schema, 'color')).toEqual([
      { type: 'Thing', field: 'color' },
      { type: 'Color' },
      { type: 'Paint', field: 'color' },
    ]);
    expect(searchSchema(schema, ' ')).toEqual([]);
    expect(searchSchema(schema, '__')).toEqual([]);
    const many = parseSchema(
      `type Query { ${Array.from({ length: 99 }, (_, at) => `f${at}: Int`).join(' ')} }`,
    );
    expect(searchSchema(many, 'f')).toHaveLength(maxSchemaMatches);
  });

  it.each([
    ['Query', { root: 'query', steps: [] }],
    ['Either', { root: 'query', steps: ['any'] }],
    ['Person', { root: 'query', steps: ['thing', 'owner'] }],
    ['Tool', { root: 'query', steps: ['thing', 'owner', 'made', { on: 'Tool' }] }],
    ['Rest', { root: 'query', steps: ['any', { on: 'Rest' }] }],
    ['Lonely', undefined],
  ])('finds the shortest path to %s', (type, path) => {
    expect(findPathTo(schema, type)).toEqual(path);
  });
});

const insertSchema = parseSchema(`
  type Query { thing(id: ID!, size: Int): Thing things: [Thing!]! any: Any named: [Named!]! }
  type Mutation { rename(id: Int!, name: String!): Thing }
  type Thing { id: ID! label: String owner(id: ID!): Person }
  type Person implements Named { name: String friend(id: Int!): Person }
  type Robot implements Named { name: String maker: Person }
  union Any = Thing | Person
  interface Named { name: String }
`);

const insertPath = (document: string, path: string, operationName: string | null = null) => {
  const [wanted, ...names] = path.split(' ');
  const steps = names.map((name) => (name.startsWith('@') ? { on: name.slice(1) } : name));
  const root = Object.values(OperationTypeNode).find((one) => one === wanted) ?? OperationTypeNode.QUERY;
  return insertField(document, insertSchema, operationName, { root, steps });
};

describe('a field inserted into a GraphQL document', { tags: 'graphql:explorer' }, () => {
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
  ])('is selected: %j and %j become %j', (document, path, result) => {
    expect(insertPath(document, path)).toBe(result);
    expect(findDocumentProblems(result, insertSchema)).toEqual([]);
  });

  it('starts a new operation if it belongs to another operation type', () => {
    const result = insertPath('{ things { id } }', 'mutation rename id') ?? '';
    expect(result).toContain(
      'mutation Rename($id: Int!, $name: String!) {\n  rename(id: $id, name: $name) { id }\n}',
    );
  });

  it('is inserted into the selected operation', () => {
    const document = 'query A { things { id } } query B { things { id } }';
    expect(insertPath(document, 'query things label', 'B')).toBe(
      'query A { things { id } } query B { things { id label } }',
    );
  });

  it.each([
    ['{ things {', 'query things'],
    ['', 'query nothing'],
    ['', 'query'],
    ['', 'subscription things'],
    ['', 'query any @Robot name'],
    ['', 'query things @Thing id'],
  ])('is refused: %j and %j', (document, path) => {
    expect(insertPath(document, path)).toBeUndefined();
  });
});

describe('a field inserted into a GraphQL document with fragments', { tags: 'graphql:fragments' }, () => {
  it.each([
    ['', 'query any @Person name', 'query {\n  any { ... on Person { name } }\n}\n'],
    ['{ any { __typename } }', 'query any @Thing id', '{ any { __typename ... on Thing { id } } }'],
    ['{ any { ... on Thing { id } } }', 'query any @Thing label', '{ any { ... on Thing { id label } } }'],
    [
      '{ any { ... on Thing { id } } }',
      'query any @Person name',
      '{ any { ... on Thing { id } ... on Person { name } } }',
    ],
    [
      'query {\n  any {\n    ... on Thing {\n      id\n    }\n  }\n}',
      'query any @Thing owner name',
      'query($id: ID!) {\n  any {\n    ... on Thing {\n      id\n      owner(id: $id) { name }\n    }\n  }\n}',
    ],
    ['{ named { name } }', 'query named @Person name', '{ named { name } }'],
    [
      '{ named { ... on Robot { maker { name } } } }',
      'query named @Robot maker friend',
      'query ($id: Int!) { named { ... on Robot { maker { name friend(id: $id) { __typename } } } } }',
    ],
    ['{ named { ... { name } } }', 'query named name', '{ named { ... { name } } }'],
    [
      '{ named { ... on Person @include(if: false) { name } } }',
      'query named @Person name',
      '{ named { ... on Person @include(if: false) { name } ... on Person { name } } }',
    ],
  ])('may belong to a member type of a union or interface: %j and %j become %j', (document, path, result) => {
    expect(insertPath(document, path)).toBe(result);
    expect(findDocumentProblems(result, insertSchema)).toEqual([]);
  });

  const fragment = ' fragment f on Thing { id owner(id: 1) { name } }';
  it.each([
    ['{ things { ...f } }', 'query things id', '{ things { ...f } }'],
    ['{ things { ...f } }', 'query things label', '{ things { ...f label } }'],
    ['{ any { ...f } }', 'query any @Thing id', '{ any { ...f } }'],
    ['{ any { ...f } }', 'query any @Thing label', '{ any { ...f ... on Thing { label } } }'],
  ])(
    'is not selected again if a fragment already selects it: %j and %j become %j',
    (document, path, result) => {
      expect(insertPath(document + fragment, path)).toBe(result + fragment);
      expect(findDocumentProblems(result + fragment, insertSchema)).toEqual([]);
    },
  );

  it('is inserted into the fragment that selects its parent, and its variables into each operation with that fragment', () => {
    const document =
      'query A { things { ...f } } query B($id: Int!) { any { ...g } } query C { things { id } }';
    const more = `${fragment} fragment g on Thing { ...f }`;
    const result = insertPath(document + more, 'query things owner friend') ?? '';
    expect(result).toBe(
      'query A($id: Int!) { things { ...f } } query B($id: Int!) { any { ...g } } query C { things { id } }' +
        ' fragment f on Thing { id owner(id: 1) { name friend(id: $id) { __typename } } } fragment g on Thing { ...f }',
    );
    expect(findDocumentProblems(result, insertSchema)).toEqual([]);
  });

  it('is inserted even if fragments include each other', () => {
    const document = '{ things { ...a } } fragment a on Thing { ...b } fragment b on Thing { ...a label }';
    expect(insertPath(document, 'query things label')).toBe(document);
  });
});
