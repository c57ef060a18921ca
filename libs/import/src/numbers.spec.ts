import { describe, expect, it } from 'vitest';

import { findRequest, read } from './testing/read.js';

describe('a number in a document', { tags: 'bodies:digits' }, () => {
  const schema =
    'type: object\n              properties: { id: { type: integer, minimum: 9007199254740993 } }';
  const openApi = (example: string) => `openapi: 3.0.3
info: { title: T, version: 1.10 }
paths:
  /a:
    post:
      summary: A
      parameters:
        - { name: n, in: query, schema: { type: number }, example: 1.10 }
      requestBody:
        content:
          application/json:
            ${example}
            schema:
              ${schema}
`;

  it('keeps its digits in the example of a YAML description', () => {
    const request = findRequest(read(openApi('example: { id: 9223372036854775807, price: 1.50 }')), 'A');
    expect(request).toMatchObject({
      queryParams: [{ name: 'n', value: '1.10' }],
      body: { content: '{\n  "id": 9223372036854775807,\n  "price": 1.50\n}' },
    });
  });

  it('keeps its digits in a schema sample', () => {
    expect(findRequest(read(openApi('')), 'A')).toMatchObject({
      body: { content: '{\n  "id": 9007199254740993\n}' },
    });
  });

  it('keeps its digits in an XML sample, also of a component', () => {
    const xml = `openapi: 3.0.3
info: { title: T, version: "1" }
paths:
  /a:
    post:
      summary: A
      requestBody:
        content:
          application/xml: { schema: { $ref: '#/components/schemas/Item' } }
components:
  schemas:
    Item:
      type: object
      properties:
        id: { type: integer, minimum: 9007199254740993, xml: { attribute: true } }
        price: { type: number, example: 1.50 }
        fee: { const: 2.0 }
`;
    expect(findRequest(read(xml), 'A')).toMatchObject({
      body: {
        content: '<Item id="9007199254740993">\n  <price>1.50</price>\n  <fee>2.0</fee>\n</Item>',
      },
    });
  });

  it('keeps its digits in an Insomnia environment', () => {
    const text = `{"_type":"export","__export_format":4,"resources":[
      {"_id":"w","_type":"workspace","name":"W"},
      {"_id":"e","_type":"environment","parentId":"w","name":"E","data":{"id":12345678901234567890,"price":1.10}}]}`;
    expect(read(text).environments).toMatchObject([
      {
        variables: [
          { name: 'id', value: '12345678901234567890' },
          { name: 'price', value: '1.10' },
        ],
      },
    ]);
  });

  it('stays as it was written if it is a YAML key', () => {
    const text = openApi('example: { 1.10: a, 12345678901234567890: b }');
    expect(findRequest(read(text), 'A')).toMatchObject({
      body: { content: '{\n  "1.10": "a",\n  "12345678901234567890": "b"\n}' },
    });
  });
});
