import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { E } from '@tandem/core/fp';

import { graphqlGrammar, interpolateGrammar, jsonGrammar } from './interpolate-grammar.js';

const fill = (template: string, values: Readonly<Record<string, string>>) =>
  interpolateGrammar(
    (name) => (Object.hasOwn(values, name) ? values[name] : undefined),
    jsonGrammar,
  )(template);

const fillToText = (template: string, values: Readonly<Record<string, string>>): string => {
  const filled = fill(template, values);
  if (E.isLeft(filled)) throw new Error(filled.left.message);
  return filled.right.text;
};

const oddText = 'a "b" \\ \n {{c}} \u2028';

describe('a variable reference in JSON text', { tags: 'body:json:escaped' }, () => {
  it.each<[string, Record<string, string>, unknown]>([
    ['{"a": "{{x}}"}', { x: 'say "hi"\n' }, { a: 'say "hi"\n' }],
    ['{"{{x}}": "-{{ x }}-"}', { x: 'q"' }, { 'q"': '-q"-' }],
    ['{"a": {{x}}}', { x: '{"b": [1, null]}' }, { a: { b: [1, null] } }],
    ['{"a": "{{x}}", "b": {{n}}}', { x: '{"c":1}', n: '1.5' }, { a: '{"c":1}', b: 1.5 }],
    ['{"a": "\\"{{x}}\\"", "b": {{y}}}', { x: '"', y: '"z"' }, { a: '"""', b: 'z' }],
    ['{"a": "C:\\\\{{x}}"}', { x: 'a\\b' }, { a: 'C:\\a\\b' }],
    ['{"a": "\\{{x}} {{x}}"}', { x: '"' }, { a: '{{x}} "' }],
    ['{"a": "{{x}}"}', { x: '[{{y}}]', y: '"' }, { a: '["]' }],
    [
      '{"a": {{x}}, "b": "{{y}}"}',
      { x: '{"name": "{{y}}", "n": {{n}}}', y: '"', n: '2' },
      { a: { name: '"', n: 2 }, b: '"' },
    ],
    ['{"a": "{{", "b": "}}", "c": "{{x}}"}', { x: '"' }, { a: '{{', b: '}}', c: '"' }],
    ['["\\u00e9{{x}}"]', { x: '\ud800' }, ['é\ud800']],
    ['{{x}}', { x: '{"a": "{{y}}"}', y: '\t' }, { a: '\t' }],
  ])('in %j leaves the JSON valid with %j', (template, values, expected) => {
    expect(JSON.parse(fillToText(template, values))).toEqual(expected);
  });

  it.each([
    ['that a script has escaped is inserted unchanged', '{\\"a\\":[1,\\"x\\"]}', '{"a":[1,"x"]}'],
    ['whose quotes are not all escaped is escaped', '{"a":"say \\"hi\\""}', '{"a":"say \\"hi\\""}'],
    ['with backslashes but no quotes is escaped', 'C:\\new', 'C:\\new'],
    ['that ends in a backslash is escaped', '\\"a\\', '\\"a\\'],
    ['with a line break is escaped', '\\"a\n', '\\"a\n'],
  ])('is replaced by a value %s in a string, as in Postman and Bruno', (_, value, expected) => {
    expect(JSON.parse(fillToText('{"k": "{{v}}"}', { v: value }))).toEqual({ k: expected });
  });

  it('in a string is replaced by any value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (before, value) => {
        const template = `{"k": ${JSON.stringify(before.replaceAll('{', '('))}, "{{v}}": ["{{v}}"]}`;
        // Without braces in the values, because a token in a value would be filled in too.
        const plain = value.replaceAll('{', '(');
        // Escaped quotes mean that a script has already escaped the value.
        fc.pre(!plain.includes('\\"'));
        const parsed = JSON.parse(fillToText(template, { v: plain })) as Record<string, unknown>;
        expect(Object.entries(parsed).at(-1)).toEqual([plain, [plain]]);
      }),
    );
  });

  it('after a backslash outside a string is replaced by the value itself, because nothing is escaped there', () => {
    expect(fillToText('\\q{{x}}', { x: '"a"' })).toBe('\\q"a"');
    expect(fillToText('\\"{{x}}"', { x: '"a"' })).toBe('\\"\\"a\\""');
  });

  it('stays unchanged without a value, and the string continues after it', () => {
    const filled = fill('{"a": "{{gone}}{{x}}", "b": {{y}}}', { x: oddText, y: '"' });
    expect(filled).toMatchObject({ right: { unresolved: ['gone', 'c'] } });
    expect(E.isRight(filled) && filled.right.text).toBe(
      `{"a": "{{gone}}${JSON.stringify(oddText).slice(1, -1)}", "b": "}`,
    );
  });

  it('in a cycle fails with VARIABLE_CYCLE, inside and outside a string', () => {
    for (const template of ['"{{x}}"', '{{x}}'])
      expect(fill(template, { x: '{{y}}', y: '{{x}}' })).toMatchObject({ left: { code: 'VARIABLE_CYCLE' } });
  });
});

describe('a variable reference in a GraphQL document', () => {
  const fillDocument = (template: string, x: string) =>
    interpolateGrammar((name) => (name === 'x' ? x : undefined), graphqlGrammar)(template);

  it.each([
    ['a name', '{ {{x}} }', 'a(b: "c")', '{ a(b: "c") }'],
    ['a string', '{ a(b: "{{x}}") {{x}} }', 'q"\n', '{ a(b: "q\\"\\n") q"\n }'],
    ['a string after an escape', '{ a(b: "\\"{{x}}") }', '"', '{ a(b: "\\"\\"") }'],
    ['a block string', '{ a(b: """{{x}} "{{x}}""") }', '"""', '{ a(b: """\\""" "\\"""\n""") }'],
    ['a block string after three escaped quotes', '"""\\"""{{x}}"""', 'a"b', '"""\\"""a"b"""'],
    ['a block string that ends with a backslash', '"""{{x}}""" {{x}}', '\\', '"""\\\n""" \\'],
    ['a comment', '# {{x}}\n{ {{x}} }', 'a\r\n\nb', '# a b\n{ a\r\n\nb }'],
    ['what follows a comment', '# "\r"{{x}}"', '"', '# "\r"\\""'],
    ['a line after a string that does not end', '"a\n{{x}}', '"', '"a\n"'],
  ])('keeps the document valid in %s', (_, template, x, expected) => {
    expect(fillDocument(template, x)).toMatchObject({ right: { text: expected } });
  });
});
