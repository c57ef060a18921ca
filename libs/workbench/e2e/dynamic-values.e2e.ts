import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { createQuietContext } from '@tandem/application';
import { dynamicNames } from '@tandem/core/dynamic';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { fetchNewman } from '../../../tools/fetch/newman.mjs';
import { type OnDisk, openOnDisk, unwrapResult } from '../src/testing/on-disk.js';

const run = promisify(execFile);

/** The kinds of values, from the narrowest to the widest. */
const kinds: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['true or false', /^(?:true|false)$/],
  ['UUID', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
  ['integer', /^-?\d+$/],
  ['number', /^-?\d+\.\d+$/],
  ['one letter or digit', /^[a-z0-9]$/],
  ['ISO date', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/],
  ['date', /^\w{3} \w{3} \d\d \d{4} \d\d:\d\d:\d\d GMT[+-]\d{4} \(.+\)$/],
  ['data URI', /^data:image\/svg\+xml/],
  ['URL of a picture', /^https?:\/\/\S+\/[\w-]+(?:\.jpg)?$/],
  ['URL', /^https?:\/\/[\w.-]+$/],
  ['email', /^[^@\s]+@[\w-]+\.[a-z]+$/],
  ['IPv4', /^(?:\d{1,3}\.){3}\d{1,3}$/],
  ['version', /^\d+\.\d+\.\d+$/],
  ['IPv6', /^(?:[0-9a-f]{4}:){7}[0-9a-f]{4}$/],
  ['MAC', /^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/],
  ['color', /^#[0-9a-f]{6}$/],
  ['phone number with extension', /^\d{1,2}-\d{3}-\d{3}-\d{4}$/],
  ['phone number', /^\d{3}-\d{3}-\d{4}$/],
  ['media type', /^[a-z-]+\/[\w.+-]+$/],
  ['file path', /^\/[\w/:.+-]*\/[\w' ,()&.-]+\.[\w-]+$/],
  ['path', /^\/[\w/:.+-]+$/],
  ['IBAN', /^[A-Z]{2}\d\d[A-Z0-9]{8,30}$/],
  ['BIC', /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/],
  ['Bitcoin address', /^[13][1-9A-HJ-NP-Za-km-z]{24,34}$/],
  ['currency code', /^[A-Z]{3}$/],
  ['country code', /^[A-Z]{2}$/],
  ['text', /^.+$/s],
];

/** Says what all values are. Some texts of many lines may have one line by chance. */
const findKind = (values: readonly string[]): string => {
  const kind = kinds.find(([, pattern]) => values.every((value) => pattern.test(value)))?.[0] ?? 'nothing';
  return kind === 'text' && values.some((value) => value.includes('\n')) ? 'lines' : kind;
};

const samples = 48;

/** Reads values by name from a text in which separators surround each value. */
const readValues = (text: string): ReadonlyMap<string, readonly string[]> => {
  const values = new Map<string, string[]>();
  for (const part of text.split('§')) {
    const at = part.indexOf('=');
    if (at > 0) values.set(part.slice(0, at), [...(values.get(part.slice(0, at)) ?? []), part.slice(at + 1)]);
  }
  return values;
};

/** Names of Postman's variables. `$uuid` exists only in Tandem. */
const names = dynamicNames.filter((name) => name !== '$uuid');
const line = names.map((name) => `${name.slice(1)}={{${name}}}`).join('§');
const template = Array.from({ length: samples }, () => line).join('§');

let bodies: string[] = [];
let on: OnDisk;
let newman = '';
beforeAll(async () => {
  newman = await fetchNewman();
  on = await openOnDisk((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      bodies.push(Buffer.concat(pieces).toString());
      response.end('{}');
    });
  });
}, 400_000);
afterAll(() => on.close());

const script = {
  type: 'text/javascript',
  exec: [`pm.variables.set('again', pm.variables.replaceIn(${JSON.stringify(template)}));`],
};
const createCollection = (url: string) => ({
  info: { name: 'Values', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [
    { name: 'text', request: { method: 'POST', url, body: { mode: 'raw', raw: template } } },
    {
      name: 'script',
      event: [{ listen: 'prerequest', script }],
      request: { method: 'POST', url, body: { mode: 'raw', raw: '{{again}}' } },
    },
  ],
});

const listKinds = (texts: readonly string[]) =>
  texts.map((body) =>
    Object.fromEntries([...readValues(body)].map(([name, values]) => [name, findKind(values)])),
  );

describe('dynamic variables', { tags: 'interpolate:builtins' }, () => {
  it('have values of the same kinds as in newman, both in texts and in scripts', async () => {
    const text = JSON.stringify(createCollection(on.url));
    const file = join(on.folder, 'values.json');
    await writeFile(file, text);
    await run(newman, ['run', file]);
    const theirs = listKinds(bodies);
    bodies = [];
    await unwrapResult(on.application.outsideScripts.trust({ trust: true }));
    await unwrapResult(on.application.imports.apply({ text }, createQuietContext()));
    await unwrapResult(on.application.runs.execute({}, createQuietContext()));
    const ours = listKinds(bodies);
    expect(Object.keys(theirs[0] ?? {})).toHaveLength(names.length);
    expect(ours).toEqual(theirs);
  }, 120_000);
});
