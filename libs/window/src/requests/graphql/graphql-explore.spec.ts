import { describe, expect, it } from 'vitest';

import { parseSchema } from './graphql-document.js';
import { searchSchema, maxSchemaMatches, findPathTo, listRoots, findSchemaType } from './graphql-explore.js';

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
  it('a type is shown with its fields and their types', () => {
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

  it('the explorer starts with the operation types', () => {
    expect(listRoots(schema).map(({ root, type }) => [root, type])).toEqual([
      ['query', 'Query'],
      ['mutation', 'Mutation'],
    ]);
  });

  it('a search finds types and fields, exact names first', () => {
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
