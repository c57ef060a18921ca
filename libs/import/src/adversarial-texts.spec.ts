import { describe, expect, it } from 'vitest';

import { createDocumentReader } from './document-reader.js';

/** Input that makes expressions and parsers backtrack: long runs of one character, and of opening brackets that are never closed. */
const runs = [
  ...' \t\n\r"\'`\\/{}[]()<>;:,.=&?#%@!$^*+-_|~a0'.split(''),
  ...[
    '\r\n',
    '{{',
    '}}',
    '{%',
    '%}',
    '\\"',
    '\\\n',
    "'\\''",
    '$(',
    '${',
    '`\n',
    '^\n',
    '-d ',
    '# ',
    '### ',
    ' \n',
  ],
  ...[
    'a:',
    'a=',
    '=a',
    ' a',
    'a@',
    'a/',
    '%2',
    '&amp;',
    '</',
    '<!--',
    '[a',
    '"a',
    '{"a":',
    'a.',
    '=;',
    '\n\n{',
  ],
];

const postman = (request: object, more: object = {}) =>
  JSON.stringify({
    info: { name: 'A', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [{ name: 'A', request: { method: 'POST', url: 'http://a', ...request }, ...more }],
  });
const har = (request: object) =>
  JSON.stringify({
    log: { entries: [{ request: { method: 'POST', url: 'http://a/', headers: [], ...request } }] },
  });
const openapi = (operation: object, path = '/a') =>
  JSON.stringify({
    openapi: '3.0.0',
    info: { title: 'A', version: '1' },
    paths: { [path]: { post: operation } },
  });
const insomnia = (request: object) =>
  JSON.stringify({
    _type: 'export',
    resources: [
      { _id: 'wrk_1', _type: 'workspace', name: 'A' },
      {
        _id: 'req_1',
        parentId: 'wrk_1',
        _type: 'request',
        name: 'A',
        method: 'POST',
        url: 'http://a',
        ...request,
      },
    ],
  });
const headers = (text: string) =>
  ['X-A', 'Authorization', 'Cookie', 'Content-Type'].map((name) => ({ name, key: name, value: `${text}x` }));

/** A document of each format, with the text in every field that may contain one. */
const documents: Readonly<Record<string, (text: string) => readonly string[]>> = {
  curl: (text) => [
    `curl http://a/${text}x`,
    `curl http://a -d '${text.replaceAll("'", '')}x' -d "${text}x`,
    `curl http://a -F 'a=${text.replaceAll("'", '')}x;type=a' -b 'a=${text.replaceAll("'", '')}x'`,
    `curl ${text} http://a`,
    `${text}\ncurl http://a`,
    `A=${text}x\nexport ${text}B="${text}$A${text}\ncurl http://a/$A/$B`,
  ],
  http: (text) => [
    `GET http://a/${text}x\n`,
    `GET http://a/{{$${text}x\n`,
    `GET http://a\nA: ${text}x\nAuthorization: ${text}x y\nCookie: a${text}x\n\n${text}x\n`,
    `@a=${text}x\n# @name ${text}x\n// ${text}\n< {% ${text}\nGET http://a ${text}HTTP/1.1x\n\n<> ${text}x`,
    `POST http://a\nX-REQUEST-TYPE: GraphQL\n\nquery { a }${text}x\n\n{"a":1}\n`,
    `POST http://a\nContent-Type: multipart/form-data; boundary=b\n\n--b\nA: form-data; name="${text}x"\n\n< ${text}\n--b--\n`,
  ],
  postman: (text) => [
    postman({ url: `http://a/${text}x` }),
    postman({ header: headers(text) }),
    postman({ body: { mode: 'raw', raw: `{"a": ${text}x`, options: { raw: { language: 'json' } } } }),
    postman({ body: { mode: 'formdata', formdata: [{ key: `${text}x`, value: `${text}y`, type: 'text' }] } }),
    postman({ description: text }, { event: [{ listen: 'test', script: { exec: [`${text}x`] } }] }),
  ],
  har: (text) => [
    har({ url: `http://a/${text}x?${text}`, headers: headers(text) }),
    har({ postData: { mimeType: `multipart/form-data; boundary=${text}x`, text: `--b\r\n${text}` } }),
  ],
  openapi: (text) => [
    openapi({ summary: `${text}x`, description: text, operationId: text, responses: {} }, `/a${text}x`),
    openapi({
      parameters: [
        { name: 'q', in: 'query', required: true, schema: { type: 'string', pattern: `^${text}$` } },
        { name: `${text}x`, in: 'header', example: text },
      ],
      requestBody: { content: { [`${text}x`]: { schema: { $ref: `#/${text}x` } } } },
      responses: {},
    }),
  ],
  insomnia: (text) => [
    insomnia({
      url: `http://a/{% response ${text} x`,
      headers: headers(text),
      parameters: [{ name: text, value: `{{ _.${text}x }}` }],
    }),
    insomnia({ body: { mimeType: 'application/json', text: `${text}x` }, preRequestScript: `${text}x` }),
  ],
  yaml: (text) => [`openapi: 3.0.0\ninfo:\n  title: ${text}x\n`, `openapi: 3.0.0\ninfo: "${text}`],
};

const length = 20_000;
/** Much longer than reading any of the documents takes, and much shorter than it would take in quadratic time. */
const reader = createDocumentReader({ timeMs: 4_000 });

describe('a document with a long run of one character', { tags: 'import:bounded' }, () => {
  it.each(Object.entries(documents))(
    'is read or refused in time: %s',
    { timeout: 60_000 },
    async (_format, make) => {
      const late: string[] = [];
      for (const run of runs)
        for (const [at, text] of make(run.repeat(length / run.length)).entries()) {
          const outcome = await reader({ text, ...(_format === 'http' ? { name: 'a.http' } : {}) })();
          if (JSON.stringify(outcome).includes('took longer'))
            late.push(`${JSON.stringify(run)} in document ${at}`);
        }
      expect(late).toEqual([]);
    },
  );
});
