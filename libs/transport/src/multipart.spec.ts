import { afterEach, beforeEach, expect, it } from 'vitest';

import { openOtherEnd, type OtherEnd, formatOutcome } from './testing/other-end.js';

let end: OtherEnd;
beforeEach(() => {
  end = openOtherEnd();
});
afterEach(() => end.close());

it(
  'the parts of a form are written with their types, file names and headers',
  { tags: 'bodies:parts' },
  async () => {
    const url = await end.http((request, response) => {
      request.pipe(response);
    });
    const bytes = new Uint8Array([0x31]);
    const sent = await end.send(url, {
      method: 'POST',
      body: {
        kind: 'multipart',
        parts: [
          { name: 'meta', value: '{"a":\n1}', contentType: 'application/json', headers: [['X-Id', '7']] },
          { name: 'plain', value: 'a\nb' },
          { name: 'csv "x"', value: '1;2', filename: 'rows.csv', contentType: 'text/csv; header=absent' },
          { name: 'a\nb\rc\r\nd', value: 'a\rb\r\nc', filename: '\n"f"' },
          { name: 'file', filename: 'a.json', bytes },
          { name: 'file', filename: 'a.unheard', bytes },
          { name: 'file', filename: 'a.json', contentType: 'text/plain', bytes },
        ],
      },
    });
    const text = formatOutcome(sent);
    const [boundary = ''] = text.split('\r\n');
    expect(text.split(boundary).slice(1)).toEqual([
      '\r\nContent-Disposition: form-data; name="meta"\r\nContent-Type: application/json\r\nX-Id: 7\r\n\r\n{"a":\n1}\r\n',
      '\r\nContent-Disposition: form-data; name="plain"\r\n\r\na\r\nb\r\n',
      '\r\nContent-Disposition: form-data; name="csv %22x%22"; filename="rows.csv"\r\nContent-Type: text/csv; header=absent\r\n\r\n1;2\r\n',
      '\r\nContent-Disposition: form-data; name="a%0D%0Ab%0D%0Ac%0D%0Ad"; filename="%0D%0A%22f%22"\r\n\r\na\r\nb\r\nc\r\n',
      '\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\nContent-Type: application/json\r\n\r\n1\r\n',
      '\r\nContent-Disposition: form-data; name="file"; filename="a.unheard"\r\nContent-Type: application/octet-stream\r\n\r\n1\r\n',
      '\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\nContent-Type: text/plain\r\n\r\n1\r\n',
      '--\r\n',
    ]);
  },
);
