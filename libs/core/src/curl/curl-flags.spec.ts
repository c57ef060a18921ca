import { expect, it } from 'vitest';

import { readCurl } from './index.js';

it.each(['curl --compressed --insecure https://h.example/x', 'curl -k --compressed https://h.example/x'])(
  '%s asks for codings and does not verify',
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

it('a header of a command wins over --compressed', { tags: 'import:curl:flags' }, () => {
  expect(readCurl("curl --compressed -H 'accept-encoding: br' https://h.example/x")).toMatchObject({
    fields: { headers: [{ name: 'accept-encoding', value: 'br' }] },
  });
});

it(
  'a command of 50,000 headers is read, in time that grows with their number',
  { tags: 'import:bounded' },
  () => {
    const headers = Array.from({ length: 50_000 }, (_, at) => `-H x${at}:1`);
    const read = readCurl(`curl ${headers.join(' ')} https://h.example/x`);
    expect('fields' in read && read.fields.headers).toHaveLength(50_000);
  },
);
