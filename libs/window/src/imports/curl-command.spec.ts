import { describe, expect, it } from 'vitest';

import { readCurl } from './curl-command.js';
import { isCurl } from '@tandem/core';

const row = (name: string, value: string) => ({ name, value, enabled: true });

describe('a curl command', () => {
  it.each([
    ['curl http://a.test', { method: 'GET', url: 'http://a.test' }],
    ['$ curl localhost:3000/x', { url: 'http://localhost:3000/x' }],
    [
      "curl 'http://a.test/x?q=a%20b&p=1'",
      { url: 'http://a.test/x', queryParams: [row('q', 'a b'), row('p', '1')] },
    ],
    ['curl http://a.test?x=1&y=2', { queryParams: [row('x', '1'), row('y', '2')] }],
    ['curl -XDELETE --url http://a.test', { method: 'DELETE', url: 'http://a.test' }],
    ['curl -sSLI http://a.test', { method: 'HEAD' }],
    [
      "curl -X PUT -L --post301 --post302 http://a.test -H 'Content-Type:' --data-raw ''",
      { method: 'PUT', headers: [], settings: {} },
    ],
    [
      'curl http://a.test -H "X-A: b c" -H \'X-Empty;\' -H "Gone:"',
      { headers: [row('X-A', 'b c'), row('X-Empty', '')] },
    ],
    [
      "curl http://a.test -A me -e http://b.test -b 'a=1' -b c=2",
      { headers: [row('User-Agent', 'me'), row('Referer', 'http://b.test'), row('Cookie', 'a=1; c=2')] },
    ],
    [
      'curl --digest -u me:se:cret http://a.test',
      { auth: { type: 'digest', username: 'me', password: 'se:cret' } },
    ],
    [
      `curl --ntlm -u 'D\\me:se:cret' http://a.test`,
      { auth: { type: 'ntlm', username: 'D\\me', password: 'se:cret' } },
    ],
    [
      'curl --aws-sigv4 aws:amz:eu-west-1:s3 -u me:se:cret http://a.test -H "x-amz-security-token: t"',
      {
        auth: {
          type: 'aws-sigv4',
          accessKeyId: 'me',
          secretAccessKey: 'se:cret',
          region: 'eu-west-1',
          service: 's3',
          sessionToken: 't',
        },
        headers: [],
      },
    ],
    [
      'curl --aws-sigv4 aws:amz -u me:x https://sqs.us-east-1.amazonaws.com/',
      {
        auth: {
          type: 'aws-sigv4',
          accessKeyId: 'me',
          secretAccessKey: 'x',
          region: 'us-east-1',
          service: 'sqs',
        },
      },
    ],
    ['curl -u me:se:cret http://a.test', { auth: { type: 'basic', username: 'me', password: 'se:cret' } }],
    [
      "curl http://a.test -H 'Authorization: Bearer abc'",
      { auth: { type: 'bearer', token: 'abc' }, headers: [] },
    ],
    [
      "curl http://a.test -H 'authorization: Basic bWU6eA=='",
      { auth: { type: 'basic', username: 'me', password: 'x' }, headers: [] },
    ],
    [
      "curl http://a.test -H 'Authorization: Digest x y'",
      { auth: { type: 'none' }, headers: [row('Authorization', 'Digest x y')] },
    ],
    ['curl http://a.test -m 2.5 --max-redirs 3', { settings: { timeoutMs: 2_500, maxRedirects: 3 } }],
    [
      'curl -G http://a.test -d q=1 --data-urlencode "r=a b"',
      {
        method: 'GET',
        url: 'http://a.test',
        queryParams: [row('q', '1'), row('r', 'a b')],
        body: { type: 'none' },
      },
    ],
    [
      'curl http://a.test -d a=1 -d "b=x y"',
      { method: 'POST', body: { type: 'form-urlencoded', fields: [row('a', '1'), row('b', 'x y')] } },
    ],
    [
      'curl http://a.test -d \'{"a":"b=c"}\'',
      { body: { type: 'text', content: '{"a":"b=c"}', contentType: 'application/x-www-form-urlencoded' } },
    ],
    [
      'curl http://a.test -H "content-type: application/json" --data-raw \'{"a":1}\'',
      { method: 'POST', headers: [], body: { type: 'json', content: '{"a":1}' } },
    ],
    [
      'curl --json \'{"a":1}\' http://a.test',
      { headers: [row('Accept', 'application/json')], body: { type: 'json', content: '{"a":1}' } },
    ],
    [
      'curl http://a.test -H "Content-Type: text/xml" -d "<a/>"',
      { headers: [], body: { type: 'text', content: '<a/>', contentType: 'text/xml' } },
    ],
    [
      'curl http://a.test --data-binary @fixtures/a.bin -H "Content-Type: image/png"',
      { body: { type: 'binary', file: 'fixtures/a.bin', contentType: 'image/png' } },
    ],
    ['curl -T a.txt http://a.test', { method: 'PUT', body: { type: 'binary', file: 'a.txt' } }],
    [
      'curl http://a.test -F a=1 -F "f=@b c.txt;type=text/plain;filename=d.txt"',
      {
        method: 'POST',
        body: {
          type: 'multipart',
          parts: [
            row('a', '1'),
            { name: 'f', file: 'b c.txt', filename: 'd.txt', contentType: 'text/plain', enabled: true },
          ],
        },
      },
    ],
  ])('is read: %s', (text, fields) => {
    expect(readCurl(text)).toMatchObject({ fields });
  });

  it.each([
    ["curl 'http://a.test/it'\\''s'", "http://a.test/it's"],
    ['curl "http://a.test/\\"q\\"/\\$x"', 'http://a.test/"q"/$x'],
    ["curl $'http://a.test/\\u00e9\\n\\x41'", 'http://a.test/é\nA'],
    ['curl \\\n  http://a.test/a\\ b \\\n  -s | jq .', 'http://a.test/a b'],
    ['curl http://a.test/a > out.json # why', 'http://a.test/a'],
    ['curl ^"http://a.test/^%^20x^" ^\r\n  -H ^"a: b^"', 'http://a.test/%20x'],
    ['curl "$BASE/x/${ID}" -k', '{{BASE}}/x/{{ID}}'],
  ])('is unquoted as in a shell: %s', (text, url) => {
    expect(readCurl(text)).toMatchObject({ fields: { url } });
  });

  it('is read with a report of what is omitted and how variables are converted', () => {
    expect(readCurl('curl -k -x proxy:1 "$HOST" -F a=@b')).toMatchObject({
      notes: [
        'Left out: --proxy.',
        'Variables of the shell became {{HOST}}.',
        'Choose its file again in Body.',
      ],
    });
  });

  it.each([
    ['curl', 'It has no URL.'],
    ['curl http://a.test http://b.test', 'It has 2 URLs: http://a.test http://b.test. Keep one of them.'],
    [
      'curl http://a.test --nonsense',
      'The option --nonsense is not one that a request can hold. Remove it and paste again.',
    ],
    [
      'curl http://a.test -sK',
      'The option -K is not one that a request can hold. Remove it and paste again.',
    ],
    ['curl http://a.test -X', 'The option -X has no value.'],
    ["curl 'http://a.test", 'A quotation mark is not closed.'],
    ['curl "$(cat url)"', 'It runs another command inside; paste the command with its result instead.'],
    ['curl `cat url`', 'It runs another command inside; paste the command with its result instead.'],
    ['curl a.test --next b.test', 'It sends several requests. Write each of them as a command of its own.'],
    ['curl a.test -d @-', 'Its body comes from another command. Save it to a file and give that.'],
    [
      'curl a.test -d a=1 -d @b',
      'It joins data from a file with other data. Put the whole body into the file.',
    ],
    ['curl a.test -G -d @b', 'It reads its query from a file. Write it into the command.'],
    [
      'curl a.test -b jar.txt',
      'It reads cookies from a file. Write them into the command, such as -b name=value.',
    ],
    ['curl a.test -H @h', 'It reads headers from a file. Write them into the command.'],
    [
      'curl a.test -F "a=<b"',
      'The form field a reads its text from a file. Write the text into the command.',
    ],
  ])('is refused: %s', (text, problem) => {
    expect(readCurl(text)).toEqual({ problem });
  });
});

it.each([
  ['curl http://a.test', true],
  ['  $ curl.exe -s x', true],
  ['curl ^"x^"', true],
  ['curly http://a.test', false],
  ['http://curl .test', false],
])('%s is recognized as a curl command: %s', (text, is) => {
  expect(isCurl(text)).toBe(is);
});
