import { expect, it } from 'vitest';

import { readCurl } from './index.js';

it.each(['curl --compressed --insecure https://h.example/x', 'curl -k --compressed https://h.example/x'])(
  'curl %s requests encodings and disables verification',
  { tags: 'import:curl:flags' },
  (command) => {
    expect(readCurl(command)).toMatchObject({
      fields: {
        headers: [{ name: 'Accept-Encoding', value: 'gzip, deflate, br', enabled: true }],
        settings: { tls: { verify: false } },
      },
      notes: [],
    });
  },
);

it(
  'lists and ranges in a curl URL are reported, unless curl ignores them',
  { tags: 'import:curl:flags' },
  () => {
    expect(readCurl("curl 'https://h.example/{a,b}/[1-3]'")).toMatchObject({
      fields: { url: 'https://h.example/{a,b}/[1-3]' },
      notes: ['Left out: the URLs that curl makes of {a,b} and [1-3]; the request has it as it stands.'],
    });
    for (const command of ["curl -g 'https://h.example/{a,b}'", "curl 'https://[::1]/{{id}}?q={}'"])
      expect(readCurl(command)).toMatchObject({ notes: [] });
  },
);

it('a header in a curl command overrides --compressed', { tags: 'import:curl:flags' }, () => {
  expect(readCurl("curl --compressed -H 'accept-encoding: br' https://h.example/x")).toMatchObject({
    fields: { headers: [{ name: 'accept-encoding', value: 'br' }] },
  });
});

it('a curl command with 50,000 headers is read in linear time', { tags: 'import:bounded' }, () => {
  const headers = Array.from({ length: 50_000 }, (_, at) => `-H x${at}:1`);
  const read = readCurl(`curl ${headers.join(' ')} https://h.example/x`);
  expect('fields' in read && read.fields.headers).toHaveLength(50_000);
});
