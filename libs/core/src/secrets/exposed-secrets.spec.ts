import { describe, expect, it } from 'vitest';

import { findExposedSecrets, isReference, selectWithheldSecrets } from './exposed-secrets.js';

const token = 'tk-8J2mQ4xV7pLz';
const find = findExposedSecrets([{ name: 'TOKEN', value: token }]);
const at = { folder: 'Users', name: 'Ping' };

describe('the secret values that files must not contain', { tags: 'import:secrets' }, () => {
  it.each([
    ['a short value', 'ab12x'],
    ['a common word of APIs', 'password'],
    ['a reference to another value', '{{process.env.KEY}}'],
    ['white space', '         '],
  ])('do not include %s', (_, value) => {
    expect(selectWithheldSecrets([{ name: 'A', value }])).toEqual([]);
  });

  it('include any other value of 6 or more characters, without surrounding white space', () => {
    expect(selectWithheldSecrets([{ name: 'A', value: ` ${token}\n` }])).toEqual([
      { name: 'A', value: token },
    ]);
    expect(selectWithheldSecrets([{ name: 'A', value: 'q7Zx2k' }])).toHaveLength(1);
  });

  it.each([
    ['{{a}}', true],
    ['{{a}} ', false],
    ['{{a}}{{b}}', false],
    ['x{{a}}', false],
  ])('do not include references, and %j is a reference: %s', (value, expected) => {
    expect(isReference(value)).toBe(expected);
  });
});

describe('a secret in the plain text of a document', { tags: 'import:secrets' }, () => {
  it('is reported with the field of the request and the path within the field', () => {
    const requests = [
      { ...at, kind: 'rest' as const, headers: [{ name: 'X', value: `a ${token}`, enabled: true }] },
    ];
    expect(find({ requests })).toEqual([
      { place: 'the request “Users/Ping”: headers[0].value', secret: 'TOKEN' },
    ]);
  });

  it("is reported with the path of an object if it is one of the object's keys", () => {
    const requests = [{ ...at, folder: '', kind: 'graphql' as const, variables: { input: { [token]: 1 } } }];
    expect(find({ requests })).toEqual([{ place: 'the request “Ping”: variables.input', secret: 'TOKEN' }]);
  });

  it('is reported in folders and environments, and redacted in their names', () => {
    expect(
      find({
        folders: [
          { path: token, description: 'none' },
          { path: '', description: `see ${token}` },
        ],
        environments: [
          { name: 'Live', variables: [{ name: 'a', value: token, enabled: true }], secrets: [] },
        ],
      }),
    ).toEqual([
      { place: 'the folder “{{TOKEN}}”: path', secret: 'TOKEN' },
      { place: 'the top of the document: description', secret: 'TOKEN' },
      { place: 'the environment “Live”: variables[0].value', secret: 'TOKEN' },
    ]);
  });

  it('is not reported if the document contains none', () => {
    expect(find({})).toEqual([]);
    expect(find({ requests: [{ ...at, kind: 'rest', url: 'http://api.test/' }] })).toEqual([]);
  });
});
