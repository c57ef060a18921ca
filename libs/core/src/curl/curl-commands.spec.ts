import { describe, expect, it } from 'vitest';

import { splitCurlCommands, readCurl } from './index.js';

/** The commands found in the text, one line each. */
const listTexts = (source: string) => splitCurlCommands(source).map(({ text }) => text.replace(/\s+/g, ' '));

const listUrls = (source: string) =>
  splitCurlCommands(source).map(({ text }) => {
    const reading = readCurl(text);
    return 'problem' in reading ? reading.problem : reading.fields.url;
  });

describe('the search for curl commands in a text', () => {
  it.each<[string, string, readonly string[]]>([
    ['one on a line', 'curl http://a.test\ncurl http://b.test', ['http://a.test', 'http://b.test']],
    ['with CRLF', 'curl http://a.test\r\n\r\ncurl http://b.test\r\n', ['http://a.test', 'http://b.test']],
    [
      'over several lines',
      "curl http://a.test \\\n  -H 'a: b' \\\n  -d x\ncurl b.test",
      ['http://a.test', 'http://b.test'],
    ],
    [
      'as Chrome copies all (bash)',
      "curl 'http://a.test' \\\n  -H 'a: b' ;\ncurl 'http://b.test'",
      ['http://a.test', 'http://b.test'],
    ],
    [
      'as Chrome copies all (cmd)',
      'curl ^"http://a.test/?x=1^&y=2^" ^\r\n  -H ^"a: b^" &\r\ncurl ^"http://b.test^"',
      ['http://a.test/?x=1&y=2', 'http://b.test'],
    ],
    [
      'after a pipe',
      'curl a.test | jq .\ncurl b.test > out.json\necho done',
      ['http://a.test', 'http://b.test'],
    ],
    [
      'with &&',
      'curl a.test && curl b.test; curl c.test',
      ['http://a.test', 'http://b.test', 'http://c.test'],
    ],
    ['with & in a URL', 'curl http://a.test/?x=1&y=2', ['http://a.test/?x=1&y=2']],
    [
      'with prompts',
      '$ curl a.test\n$ curl b.test\nPS C:\\> curl.exe c.test',
      ['http://a.test', 'http://b.test', 'http://c.test'],
    ],
    ['in a script', '#!/bin/sh\nset -e\nBASE=x\ncurl a.test\necho "curl is fine"', ['http://a.test']],
    ['in a comment', "# don't curl http://no.test\ncurl a.test\n# curl http://no.test", ['http://a.test']],
    ['a body that looks like a command', "curl a.test -d 'x\ncurl b.test\n'", ['http://a.test']],
    ['no command', 'curling http://a.test\nmycurl b', []],
    [
      'for PowerShell',
      'curl.exe "http://a.test/$id" `\n  -H "a: b" `\n  -d \'{\\"a\\":1}\'\ncurl.exe b.test',
      ['http://a.test/{{id}}', 'http://b.test'],
    ],
  ])('finds commands: %s', { tags: 'import:curl' }, (_, source, urls) => {
    expect(listUrls(source)).toEqual(urls);
  });

  it(
    'returns the line of each command, and the comment above the command as its title',
    { tags: 'import:curl' },
    () => {
      const source =
        '#!/bin/sh\n\n## List users\ncurl a.test \\\n  -v\n\n# Not this one\necho\ncurl b.test\nREM On Windows\ncurl c.test';
      expect(splitCurlCommands(source).map(({ line, title }) => [line, title])).toEqual([
        [4, 'List users'],
        [9, ''],
        [11, 'On Windows'],
      ]);
    },
  );

  it('finds commands in linear time', { tags: 'import:curl' }, () => {
    for (const piece of ["'", '"', '\\', '^', 'curl ', 'curl a\n', '# x\n', '\n \n', '`\n', "curl '\n"])
      expect(listTexts(piece.repeat(50_000)).length).toBeLessThanOrEqual(50_000);
  });
});

describe('a command for PowerShell', () => {
  it.each<[string, object]>([
    ["curl.exe 'http://a.test' -d 'it''s'", { body: { type: 'text', content: "it's" } }],
    [
      'curl.exe "http://a.test" `\r\n  -H "x: a `"b`" ""c"""',
      { headers: [{ name: 'x', value: 'a "b" "c"' }] },
    ],
    [
      'curl.exe -X POST http://a.test `\n -H "Content-Type: application/json" `\n -d "{\\`"a\\`":1}"',
      { method: 'POST', body: { type: 'json', content: '{"a":1}' } },
    ],
    [
      'curl.exe http://a.test `\n -H "Authorization: Bearer $env:TOKEN"',
      { auth: { type: 'bearer', token: '{{TOKEN}}' } },
    ],
  ])('is read: %s', { tags: 'import:curl' }, (command, fields) => {
    expect(readCurl(command)).toMatchObject({ fields });
  });

  it(
    'is refused if it contains a subexpression, which would run another command',
    { tags: 'import:curl' },
    () => {
      expect(readCurl('curl.exe http://a.test `\n -d "$(Get-Content secrets)"')).toMatchObject({
        problem: expect.stringContaining('runs another command') as string,
      });
    },
  );
});

describe('a file that curl uploads', { tags: 'import:curl' }, () => {
  it.each([
    ['curl -T dir/a.txt http://h/d/', 'http://h/d/a.txt'],
    ['curl -T a.txt http://h/d/?q=1', 'http://h/d/a.txt?q=1'],
    ['curl -T a.txt http://h/b.txt', 'http://h/b.txt'],
  ])('is uploaded with %s to %s', (command, url) => {
    expect(readCurl(command)).toMatchObject({ fields: { method: 'PUT', url } });
  });
});
