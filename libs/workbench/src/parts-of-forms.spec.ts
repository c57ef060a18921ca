import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
  type ExportFormat,
  type ImportResult,
  createQuietContext,
  type RenderedExport,
} from '@tandem/application';
import type { MultipartPart, RestRequest } from '@tandem/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

const part = {
  name: 'meta',
  value: '{"a":1}',
  filename: 'meta.json',
  contentType: 'application/json',
  headers: [{ name: 'X-Id', value: '7', enabled: true }],
  enabled: true,
} satisfies MultipartPart;
const file = {
  name: 'picture',
  file: 'a.bin',
  filename: 'b.png',
  contentType: 'image/png',
  headers: [{ name: 'X-Nr', value: '8', enabled: true }],
  enabled: true,
} satisfies MultipartPart;

let on: OnDisk;
let request: RestRequest;
const arrivedBodies: string[] = [];
beforeAll(async () => {
  on = await openOnDisk((sent, response) => {
    const pieces: Buffer[] = [];
    sent.on('data', (piece: Buffer) => pieces.push(piece));
    sent.on('end', () => {
      arrivedBodies.push(Buffer.concat(pieces).toString());
      response.end();
    });
  });
  await writeFile(join(on.folder, 'a.bin'), 'bytes');
  request = await on.create({
    name: 'Parts',
    method: 'POST',
    url: `${on.url}/parts`,
    body: { type: 'multipart', parts: [part, file] },
  });
  await on.execute(request.id);
});
afterAll(() => on.close());

const renderExport = (format: ExportFormat) =>
  unwrapResult<RenderedExport>(
    on.application.exports.render({ format, ids: [request.id], maxChars: 1_000_000 }),
  );

const readFileNamed = async (name: RegExp): Promise<string> => {
  const files = await readdir(on.folder, { recursive: true });
  return readFile(join(on.folder, files.find((one) => name.test(one)) ?? ''), 'utf8');
};

/** Imports an export again and returns the parts. */
const importParts = async (format: ExportFormat): Promise<unknown> => {
  const { text } = await renderExport(format);
  const idsNow = async () => {
    const { requests } = await unwrapResult(on.application.rest.list({ take: 50 }));
    return requests.map(({ id }) => id);
  };
  const before = await idsNow();
  await unwrapResult<ImportResult>(
    on.application.imports.apply({ text, name: format }, createQuietContext()),
  );
  const [id] = (await idsNow()).filter((one) => !before.includes(one));
  if (id === undefined) throw new Error(`nothing was imported from ${format}`);
  const { body } = await unwrapResult<RestRequest>(on.application.rest.get({ id }));
  return body.type === 'multipart' ? body.parts : body;
};

describe('the content type, file name and headers of a part', { tags: 'bodies:parts' }, () => {
  it('are sent, and stored with the sent request', async () => {
    const [text = ''] = arrivedBodies;
    for (const line of [
      'name="meta"; filename="meta.json"',
      'Content-Type: application/json',
      'name="picture"; filename="b.png"',
      'Content-Type: image/png',
    ])
      expect(text).toContain(line);
    expect(text).toMatch(/^x-id: 7\r$/im);
    expect(text).toMatch(/^x-nr: 8\r$/im);
    const { text: recorded } = await renderExport('har');
    expect(recorded).toContain('meta.json');
  });

  it("stay in the request's file", async () => {
    await unwrapResult(on.application.synchronization.synchronize({}));
    const text = await readFileNamed(/parts\.yml$/i);
    for (const word of ['application/json', 'meta.json', 'X-Id', 'image/png', 'b.png', 'X-Nr'])
      expect(text).toContain(word);
  });

  it('are imported from a recording', async () => {
    const { leftOut } = await renderExport('har');
    expect(leftOut).toEqual([]);
    expect(await importParts('har')).toEqual([part, file]);
  });

  it('are imported from a Postman collection, except the headers, which are reported as omitted', async () => {
    const { leftOut } = await renderExport('postman');
    expect(leftOut.map(({ what }) => what)).toEqual([
      'the headers of the part “meta”',
      'the headers of the part “picture”',
    ]);
    const { headers: _one, ...textPart } = part;
    const { headers: _other, ...filePart } = file;
    expect(await importParts('postman')).toEqual([textPart, filePart]);
  });

  it('are imported from a curl command', async () => {
    const { text } = await renderExport('curl');
    expect(text).toContain('filename=meta.json;type=application/json;headers="X-Id: 7"');
    expect(text).toContain('filename=b.png;type=image/png;headers="X-Nr: 8"');
  });

  it('are exported to an OpenAPI document, except the file names, which are reported as omitted', async () => {
    const { text, leftOut } = await renderExport('openapi');
    expect(leftOut.map(({ what }) => what)).toEqual([
      'the file name of the part “meta”',
      'the file name of the part “picture”',
    ]);
    expect(JSON.parse(text)).toMatchObject({
      paths: {
        '/parts': {
          post: {
            requestBody: {
              content: {
                'multipart/form-data': {
                  encoding: {
                    meta: { contentType: 'application/json', headers: { 'X-Id': { example: '7' } } },
                    picture: { contentType: 'image/png', headers: { 'X-Nr': { example: '8' } } },
                  },
                },
              },
            },
          },
        },
      },
    });
  });

  it('are shown by an HTML page', async () => {
    const { text } = await renderExport('html');
    expect(text).toContain('as the file “meta.json”, application/json, X-Id: 7');
  });
});
