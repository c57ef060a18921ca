import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { E } from '@tandem/core/fp';

import { formatUnresolvedUrlMessage } from './filler.js';
import { interpolate, type Scope } from './interpolate.js';

const scope =
  (values: Record<string, string>): Scope =>
  (name) =>
    Object.hasOwn(values, name) ? values[name] : undefined;

const fillText = (values: Record<string, string>, text: string) => interpolate(scope(values))(text);

describe('interpolation', () => {
  it.each([
    ['{{a}}', 'x'],
    ['{{ a }}', 'x'],
    ['{{\ta\n}}', 'x'],
    ['-{{a}}-{{b}}-', '-x-y-'],
    ['{{a}}{{a}}', 'xx'],
    ['\\{{a}}', '{{a}}'],
    ['\\{{ {{a}}', '{{ x'],
    ['{a}', '{a}'],
    ['{{a', '{{a'],
    ['a}}', 'a}}'],
    ['{{{a}}}', '{x}'],
    ['{{nested}}', '[x]'],
    ['$&{{a}}$1', '$&x$1'],
    ['', ''],
  ])('turns %s into %s', (text, expected) => {
    const values = { a: 'x', b: 'y', nested: '[{{a}}]' };
    expect(fillText(values, text)).toEqual(E.right({ text: expected, unresolved: [] }));
  });

  it('keeps an unknown reference, and reports it once', () => {
    expect(fillText({}, '{{ who }} {{who}} {{what}}')).toEqual(
      E.right({ text: '{{ who }} {{who}} {{what}}', unresolved: ['who', 'what'] }),
    );
  });

  it('does not treat properties of Object.prototype as variables', () => {
    expect(fillText({}, '{{constructor}} {{__proto__}}')).toMatchObject({
      right: { unresolved: ['constructor', '__proto__'] },
    });
  });

  it.each([
    [{ a: '{{a}}' }, ['a', 'a']],
    [{ a: '{{b}}', b: '{{c}}', c: '{{a}}' }, ['a', 'b', 'c', 'a']],
  ])('reports a cycle with its path: %j', (values, names) => {
    const path = names.join(' → ');
    const message = `The variable a refers to itself: ${path}. Give one of them a plain value.`;
    expect(fillText(values, '{{a}}')).toEqual(
      E.left({ code: 'VARIABLE_CYCLE', message, details: { names } }),
    );
    expect(fillText({ ...values, d: '{{d}}' }, '{{a}} {{d}}')).toMatchObject({
      left: { details: { names } },
    });
  });

  it('resolves ten levels of references, and rejects the eleventh', () => {
    const chain = (length: number) =>
      Object.fromEntries([
        ...Array.from({ length: length - 1 }, (_, i) => [`v${i}`, `{{v${i + 1}}}`]),
        [`v${length - 1}`, 'end'],
      ]) as Record<string, string>;
    expect(fillText(chain(10), '{{v0}}')).toMatchObject({ right: { text: 'end' } });
    const path = Array.from({ length: 11 }, (_, i) => `v${i}`).join(' → ');
    expect(fillText(chain(11), '{{v0}}')).toMatchObject({
      left: {
        code: 'VARIABLE_CYCLE',
        message: `Variables are nested more than 10 deep: ${path}. Give one of them a plain value.`,
      },
    });
  });

  it('leaves text without references unchanged', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!text.includes('{{'));
        expect(fillText({}, text)).toEqual(E.right({ text, unresolved: [] }));
      }),
    );
  });

  it('inserts any value verbatim', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        fc.pre(!value.includes('{{'));
        expect(fillText({ a: value }, '<{{a}}>')).toEqual(E.right({ text: `<${value}>`, unresolved: [] }));
      }),
    );
  });
});

it.each([
  [['a'], 'The URL contains {{a}}, which has no value.'],
  [['a', 'b'], 'The URL contains {{a}}, {{b}}, which have no value.'],
])(
  'the message about the names %j without a value in a URL is in the singular or plural as needed',
  (names, sentence) => {
    const near = { similar: () => [], environments: () => [] };
    expect(formatUnresolvedUrlMessage(names, near, () => undefined)).toContain(sentence);
  },
);
