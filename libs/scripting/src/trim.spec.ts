import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';

import { createRedactor } from '@tandem/core';

import { createCutter } from './guest/cut.js';
import { createScriptRuntime } from './index.js';
import { patientMs, sampleRequest, sampleResponse } from './testing/sample.js';
import { cutBesideSecrets } from './trim.js';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const escapeForJson = (text: string) => JSON.stringify(text).slice(1, -1);
const percent = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const forms: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  escapeForJson,
  (secret) => escapeForJson(escapeForJson(secret)),
  percent,
  (secret) => encodeURIComponent(percent(secret)),
  base64,
  (secret) => base64(`u:${secret}`),
];

describe('a cut text', () => {
  it('contains nothing that would be redacted in the complete text', () => {
    const secret = fc
      .string({ minLength: 4, maxLength: 12, unit: 'grapheme' })
      .filter((one) => one.trim().length >= 4);
    const text = fc.array(fc.oneof(fc.string({ maxLength: 20 }), fc.nat({ max: 50 })), { maxLength: 8 });
    fc.assert(
      fc.property(secret, secret, text, fc.nat({ max: 300 }), (one, other, parts, most) => {
        const redactor = createRedactor([
          { name: 'ONE', value: one },
          { name: 'OTHER', value: other },
        ]);
        const { expect: prepareFor, cut } = createCutter();
        for (const value of [one, other]) prepareFor(value);
        const whole = parts
          .map((part) =>
            typeof part === 'string' ? part : forms[part % forms.length]?.(part % 2 ? one : other),
          )
          .join('');
        const shown = cutBesideSecrets(cut(whole, most), most, redactor);
        expect(redactor.text(whole).startsWith(shown)).toBe(true);
        expect(redactor.text(whole.slice(0, most)).startsWith(shown)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('has the requested length if it contains no secrets', () => {
    expect(cutBesideSecrets('abcdef', 3, createRedactor([]))).toBe('abc');
  });
});

const runtime = createScriptRuntime({ hosts: 1, limits: { wallMs: patientMs } });
afterAll(() => runtime.close());

const secret = 'hunter2/"correct" horse battery staple';
const environment = { name: null, variables: {}, secrets: { PASSWORD: secret } };
const callOnTest = (body: string) =>
  runtime.withSession(
    `const pad = 'x'.repeat(1970); const long = 'x'.repeat(9985);
     export async function onTest(req, res) { const secret = req.env.getSecret('PASSWORD'); ${body} }`,
    environment,
    new AbortController().signal,
    (session) => session.onTest(sampleRequest, sampleResponse),
  );

it.each([
  ['an error', 'throw new Error(pad + req.variables.said + pad)'],
  ['an error in a test', `test('t', () => { throw new Error(pad + req.variables.said + pad) })`],
])('a secret withheld from the script is not cut in half in %s', async (_, body) => {
  const said = 'hunter2 of another environment';
  const answer = await runtime.withSession(
    `const pad = 'x'.repeat(1970); export function onTest(req) { ${body} }`,
    { ...environment, hidden: [{ name: 'OTHER', value: said }] },
    new AbortController().signal,
    (session) => session.onTest({ ...sampleRequest, variables: { said } }, sampleResponse),
  );
  expect(JSON.stringify(answer)).toContain('xxx');
  expect(JSON.stringify(answer)).not.toContain('hunt');
});

it('other redacted values are not available to the script', async () => {
  const script = `export function onTest(req) {
    console.log(JSON.stringify([req.env, Object.keys(req.env), req.env.variables()])); }`;
  const hidden = [{ name: 'OTHER', value: 'not for scripts' }];
  const { logs } = await runtime.withSession(
    script,
    { ...environment, hidden },
    new AbortController().signal,
    (session) => session.onTest(sampleRequest, sampleResponse),
  );
  expect(JSON.stringify(logs)).not.toContain('not for scripts');
  expect(JSON.stringify(logs)).not.toContain('hidden');
});

describe('a secret at the end of a long text', () => {
  it.each([
    ['an error', 'throw new Error(pad + secret + pad)'],
    ['a thrown text', 'throw pad + secret + pad'],
    ['an unhandled rejection', 'Promise.reject(new Error(pad + secret + pad)); await null'],
    ['an error with JSON', 'throw new Error(pad + JSON.stringify(secret) + pad)'],
    ['an error with base64', 'throw new Error(pad + btoa(secret) + pad)'],
    ['a stack', `const e = new Error('x'); e.stack = 'at script.js:1:1' + pad + secret + pad; throw e`],
    [
      'a secret that the script set',
      `req.env.setSecret('NEW', 'geheim-9'); throw new Error(pad + 'xxxxxx geheim-9' + pad)`,
    ],
    ['a failed assertion', `test('t', () => expect([pad, secret, pad, pad, pad, pad, pad]).toBe(1))`],
    ['a console line', `console.log('x'.repeat(64 * 1024 - 20) + secret + pad)`],
    [
      'a console line of a handler that is ended',
      `console.log('x'.repeat(64 * 1024 - 20) + secret + pad); for (;;);`,
    ],
    ['what a test expected', `test('t', () => expect(1).toBe(long + secret + long))`],
    ['what a test got', `test('t', () => expect(long + secret + long).toBe(1))`],
    ['an error in a test', `test('t', () => { throw new Error(pad + secret) })`],
  ])('is not cut in half in %s', async (_, body) => {
    const answer = await callOnTest(body);
    const text = JSON.stringify([answer.error, answer.tests, answer.logs]);
    expect(text).toContain('xxx');
    expect(text).not.toMatch(/hunt|aHVu|geh/);
  });
});
