import type { GraphqlRequest } from '@tandem/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createFieldValue, type Part, readPart, formatPart } from './parts.js';

const request = (fields: object): GraphqlRequest =>
  ({ name: 'A', query: '', variables: {}, settings: {}, ...fields }) as unknown as GraphqlRequest;

describe('variables', () => {
  it.each([
    ['{', 'variables are not JSON (line 1, column 2)'],
    ['{"a": }', 'variables are not JSON (line 1, column 7)'],
    ['{"a": oops}', 'variables are not JSON (line 1, column 7)'],
    ['{\n  "a": 1\n  "b": 2\n}', 'variables are not JSON (line 3, column 3)'],
    ['{"a": 1,} {', 'variables are not JSON (line 1, column 11)'],
  ])('invalid variables %j name the position of the error', (text, problem) => {
    expect(readPart('variables', text)).toMatchObject({ kind: 'problem', problem });
  });

  it.each([
    '{"n": {{n}}}',
    '{{all}}',
    '{ {{members}} }',
    'null',
    '[1]',
    '{"a": 1, /* no more */}',
    '{"id": 12345678901234567890, "price": 1.10}',
    '{"a": 1, "a": 2}',
  ])('text that becomes JSON only when sent stays text: %j', { tags: 'text:graphql-variables' }, (text) => {
    expect(readPart('variables', text)).toEqual({ kind: 'value', value: text });
    expect(formatPart('variables', request({ variables: text }))).toBe(text);
  });

  it('empty text means no variables', () => {
    expect(readPart('variables', ' \n')).toEqual({ kind: 'value', value: {} });
  });

  it('variables survive a round trip through text', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (typed) => {
        // A JSON round trip, because JSON has no -0.
        const variables: unknown = JSON.parse(JSON.stringify(typed));
        const shown = formatPart('variables', request({ variables }));
        expect(readPart('variables', shown)).toEqual({ kind: 'value', value: variables });
      }),
    );
  });

  it('an error is always at a position within the text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const reading = readPart('variables', text);
        if (reading.kind === 'problem') expect(reading.at).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

describe('a deadline', () => {
  it.each(['-5', '0', '1.5', '600001', 'soon', '1e3', '- 5'])('rejects the timeout %j', (text) => {
    expect(readPart('timeoutMs', text)).toMatchObject({
      kind: 'problem',
      problem: 'the timeout must be a whole number from 1 to 600000',
    });
  });

  it('a timeout is added to the settings, and removed when it is emptied', () => {
    const settings = { followRedirects: false, timeoutMs: 5 };
    expect(readPart('timeoutMs', ' 250 ')).toEqual({ kind: 'value', value: 250 });
    expect(createFieldValue('timeoutMs', request({ settings }), 250)).toEqual({
      ...settings,
      timeoutMs: 250,
    });
    expect(readPart('timeoutMs', '')).toEqual({ kind: 'value', value: undefined });
    expect(createFieldValue('timeoutMs', request({ settings }), undefined)).toEqual({
      followRedirects: false,
    });
  });
});

it.each<[Part, string]>([
  ['name', '  '],
  ['name', 'n'.repeat(1_001)],
  ['maxRedirects', '101'],
])('the %s %j is refused', (part, text) => {
  expect(readPart(part, text).kind).toBe('problem');
});
