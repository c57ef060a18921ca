import { describe, expect, it } from 'vitest';

import { convertFiles, hasNoAuth } from './convert.js';

const folder = (auth: string) => ({
  kind: 'folder' as const,
  path: 'public/folder.bru',
  name: 'public',
  text: `meta {\n  name: public\n}\n${auth}`,
});

/** Lists what is lost when a request with these blocks is converted. */
const listLost = (blocks: string): readonly string[] => {
  const text = `meta {\n  name: r\n  type: http\n}\n\nget {\n  url: http://h\n  body: none\n  auth: none\n}\n\n${blocks}\n`;
  return convertFiles([{ kind: 'request', path: 'r.bru', name: 'r', text }]).flatMap((one) =>
    'lost' in one ? one.lost : [one.message],
  );
};

describe('the losses that a conversion reports', { tags: 'import:bru' }, () => {
  it.each([
    ['assert {\n  res.status: 200\n  res.body.on: isBoolean false\n  res.body.none: isNull null\n}', []],
    ['auth:basic {\n  username: \n  password: \n}', []],
    ['auth:basic {\n  username: ann\n  password: x\n}', ['its auth “basic”, which is not in use']],
    ['body:text {\n  hello\n}', ['its body “text”, which is not in use']],
  ])('in a request with %j are %j', (blocks, lost) => {
    expect(listLost(blocks)).toEqual(lost);
  });
});

describe('the auth of a .bru folder', { tags: ['import:bru', 'inherit:auth:none'] }, () => {
  it('is reported if it is None, because the converted folder inherits as in Bruno', () => {
    const [file] = convertFiles([folder('\nauth {\n  mode: none\n}\n')]);
    expect(file).toMatchObject({
      lost: [expect.stringContaining('its auth None has no effect in Bruno')],
      text: expect.not.stringContaining('auth: none') as string,
    });
  });

  it.each(['', '\nauth {\n  mode: inherit\n}\n'])('is not reported if it inherits: %j', (auth) => {
    expect(convertFiles([folder(auth)])).toMatchObject([{ lost: [] }]);
  });
});

it('the auth of a long .bru folder is found in linear time', { tags: 'import:bounded' }, () => {
  const before = process.cpuUsage().user;
  expect(hasNoAuth('auth {\n  mode: basic\n'.repeat(200_000))).toBe(false);
  expect(process.cpuUsage().user - before).toBeLessThan(1_000_000);
});

describe('a .bru request', { tags: 'import:bru' }, () => {
  it('becomes a GraphQL request with its query and variables if it has the type http and a GraphQL body', () => {
    const text = `meta {
  name: user
  type: http
}

post {
  url: http://127.0.0.1/graphql
  body: graphql
}

body:graphql {
  query User($n: Int) { user(n: $n) { id } }
}

body:graphql:vars {
  {"n": 1}
}
`;
    const [file] = convertFiles([{ kind: 'request', path: 'user.bru', name: 'user', text }]);
    expect(file).toMatchObject({
      lost: [],
      text: expect.stringMatching(/type: graphql[^]*query User\(\$n: Int\)[^]*"n": 1/) as string,
    });
  });
});
