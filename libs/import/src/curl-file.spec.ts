import { describe, expect, it } from 'vitest';

import { findRequest, read, readRefusal } from './testing/read.js';

describe('the import of a file of curl commands', () => {
  const document = read(
    `#!/usr/bin/env bash
TOKEN=abc

# List users
curl -s "https://shop.example/users?page=1" -H "Authorization: Bearer s3cret" | jq .

curl https://shop.example/orders \\
  -H 'content-type: application/json' \\
  --data-raw '{"a":1}' ;
curl 'https://shop.example/flag?raw&x=1' --cacert ca.pem
curl --what https://shop.example
`,
    { name: 'calls.sh' },
  );

  it('creates a request for each command, named after its comment', { tags: 'import:curl' }, () => {
    expect(document).toMatchObject({ format: 'curl', name: 'calls' });
    expect(document.requests.map(({ name }) => name)).toEqual(['List users', '/orders', '/flag']);
    expect(findRequest(document, 'List users')).toMatchObject({
      url: 'https://shop.example/users',
      queryParams: [{ name: 'page', value: '1' }],
    });
    expect(findRequest(document, '/orders')).toMatchObject({
      method: 'POST',
      body: { type: 'json', content: '{"a":1}' },
    });
    // A parameter without an equals sign is sent without one.
    expect(findRequest(document, '/flag')).toMatchObject({
      url: 'https://shop.example/flag?raw',
      queryParams: [{ name: 'x', value: '1' }],
    });
  });

  it('stores credentials as secrets, and reports omitted parts by line', { tags: 'import:curl' }, () => {
    expect(JSON.stringify(document.requests)).not.toContain('s3cret');
    expect(document.environments[0]?.secrets).toMatchObject([{ value: 's3cret' }]);
    expect(document.leftOut).toEqual([
      { place: 'line 10, /flag', what: 'Left out: --cacert.' },
      {
        place: 'line 11',
        what: expect.stringMatching(/^the command cannot be read\. The option --what/) as string,
      },
    ]);
  });

  it(
    'takes the values that the script gives to variables which its commands use',
    { tags: 'import:curl' },
    () => {
      const { folders, requests } = read(
        `HOST=127.0.0.1:8080 # local
export BASE="http://$HOST/v1"
STAGE=\${STAGE:-dev}
NOW=$(date)
UNUSED=1
curl "$BASE/$STAGE/\${NOW}"
`,
        { name: 'calls.sh' },
      );
      expect(requests).toMatchObject([{ url: '{{BASE}}/{{STAGE}}/{{NOW}}' }]);
      expect(folders).toEqual([
        {
          path: '',
          variables: [
            { name: 'HOST', value: '127.0.0.1:8080', enabled: true },
            { name: 'BASE', value: 'http://{{HOST}}/v1', enabled: true },
            { name: 'STAGE', value: 'dev', enabled: true },
          ],
        },
      ]);
    },
  );

  it('is refused with the first error if no command can be read', { tags: 'import:curl' }, () => {
    expect(readRefusal('curl --what http://a.test')).toMatch(
      /line 1: the command cannot be read\. The option --what/,
    );
    expect(readRefusal("curl 'http://a.test")).toMatch(/quotation mark is not closed$/);
  });
});
