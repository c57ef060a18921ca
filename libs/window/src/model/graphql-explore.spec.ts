import { describe, expect, it } from 'vitest';

import { schemaFrom } from './graphql-document.js';
import { foundIn, mostFound, pathTo, rootsOf, shownType } from './graphql-explore.js';

const schema = schemaFrom(`
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

describe('the explorer of a schema', { tags: 'graphql:explorer' }, () => {
  it('shows a type with its fields and where they lead', () => {
    expect(shownType(schema, 'Thing')).toMatchObject({
      kind: 'type',
      description: 'Something',
      fields: [
        { name: 'label', args: '', type: 'String', leadsTo: 'String', isDeprecated: false },
        { name: 'color', leadsTo: 'Color' },
        { name: 'old', isDeprecated: true },
        { name: 'owner', leadsTo: 'Person' },
      ],
    });
    expect(shownType(schema, 'Query')?.fields[0]).toMatchObject({ args: '(id: ID!)' });
    expect(shownType(schema, 'Color')).toMatchObject({ kind: 'enum', values: ['RED', 'BLUE'] });
    expect(shownType(schema, 'Either')).toMatchObject({
      kind: 'union',
      members: ['Thing', 'Person', 'Rest'],
    });
    expect(shownType(schema, 'Paint')).toMatchObject({ kind: 'input', fields: [{ type: 'Color!' }] });
    expect(shownType(schema, 'None')).toBeUndefined();
  });

  it('begins with the kinds of operation', () => {
    expect(rootsOf(schema).map(({ root, type }) => [root, type])).toEqual([
      ['query', 'Query'],
      ['mutation', 'Mutation'],
    ]);
  });

  it('finds types and fields, whole names first', () => {
    expect(foundIn(schema, 'color')).toEqual([
      { type: 'Thing', field: 'color' },
      { type: 'Color' },
      { type: 'Paint', field: 'color' },
    ]);
    expect(foundIn(schema, ' ')).toEqual([]);
    expect(foundIn(schema, '__')).toEqual([]);
    const many = schemaFrom(
      `type Query { ${Array.from({ length: 99 }, (_, at) => `f${at}: Int`).join(' ')} }`,
    );
    expect(foundIn(many, 'f')).toHaveLength(mostFound);
  });

  it.each([
    ['Query', { root: 'query', steps: [] }],
    ['Either', { root: 'query', steps: ['any'] }],
    ['Person', { root: 'query', steps: ['thing', 'owner'] }],
    ['Tool', { root: 'query', steps: ['thing', 'owner', 'made', { on: 'Tool' }] }],
    ['Rest', { root: 'query', steps: ['any', { on: 'Rest' }] }],
    ['Lonely', undefined],
  ])('knows the shortest way to %s', (type, path) => {
    expect(pathTo(schema, type)).toEqual(path);
  });
});
