import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { cutSchema } from './read-schemas.js';

const sdl = `schema { query: Root }
"""Everything starts here."""
type Root {
  """A user by id."""
  user("""Its id""" id: ID!, by: Order = UP): User!
  users: [User!]!
}
type User { name: String }
enum Order { UP DOWN }
input Filter { name: String }
`;
const cut = (part: object, maxBytes = 10_000, text = sdl, range: { readonly offset?: number } = {}) =>
  unwrapResult(() => cutSchema(text, part, { maxBytes, ...range }));

describe('an excerpt of a schema', { tags: 'graphql:introspect' }, () => {
  it('contains a field with its description, its arguments and the types it uses', async () => {
    const { sdl: text, truncated } = await cut({ field: 'user' });
    expect(truncated).toBe(false);
    for (const part of ['"""A user by id."""', 'by: Order = UP', 'type User', 'enum Order'])
      expect(text).toContain(part);
    for (const part of ['users', 'Filter', 'Everything']) expect(text).not.toContain(part);
  });

  it('is an outline if it is too long: operations without descriptions, and the names of types', async () => {
    const { sdl: text, truncated } = await cut({}, 300, sdl.replace('starts', 'starts '.repeat(40)));
    expect(truncated).toBe(true);
    expect(text).toContain('user(id: ID!, by: Order = UP): User!');
    expect(text).toContain('# Filter');
    expect(text).not.toContain('"""');
  });

  it('ends with a complete line', async () => {
    const { sdl: text, truncated } = await cut({ type: 'Root' }, 60);
    expect(truncated).toBe(true);
    expect(text).toBe('"""Everything starts here."""\ntype Root {\n');
  });

  it.each([7, 40, 100])(
    'can be read in parts of %i bytes that make up the whole',
    { tags: 'mcp:cut' },
    async (most) => {
      const long = `# höhe\n${sdl}`;
      const { size, nextOffset } = await cut({}, most, long);
      expect({ size, nextOffset }).toEqual({ size: Buffer.byteLength(long), nextOffset: 0 });
      const parts: string[] = [];
      for (let offset = nextOffset; offset !== undefined;) {
        const part: Awaited<ReturnType<typeof cut>> = await cut({}, most, long, { offset });
        expect(part.truncated).toBe(part.nextOffset !== undefined);
        parts.push(part.sdl);
        offset = part.nextOffset;
      }
      expect(parts.join('')).toBe(long);
    },
  );
});
