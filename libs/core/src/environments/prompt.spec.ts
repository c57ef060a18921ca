import { describe, expect, it } from 'vitest';

import { findPrompts, joinPrompts, mayHavePrompts, maxPromptLength, parsePrompt } from './prompt.js';

const lookUpNothing = (): undefined => undefined;

describe('a prompt', { tags: 'prompt:syntax' }, () => {
  it.each<[string, object]>([
    ['?Label', { label: 'Label', isHidden: false }],
    ['?Your city', { label: 'Your city', isHidden: false }],
    ['?City:Oslo', { label: 'City', default: 'Oslo', isHidden: false }],
    ['?City: New York ', { label: 'City', default: 'New York', isHidden: false }],
    ['?City:', { label: 'City', default: '', isHidden: false }],
    ['?Time:12:30', { label: 'Time', default: '12:30', isHidden: false }],
    ['?password!', { label: 'password', isHidden: true }],
    ['?password !:secret', { label: 'password', default: 'secret', isHidden: true }],
    ['?!', { label: '!', isHidden: false }],
    ['?:x', { label: ':x', isHidden: false }],
    ['??', { label: '?', isHidden: false }],
  ])('is read from %s with its label, default and visibility', (name, wanted) => {
    expect(parsePrompt(name)).toEqual({ ...wanted, names: [name] });
  });

  it.each(['', '?', '? Label', 'Label', 'a?b', '$uuid', `?${'a'.repeat(maxPromptLength)}`])(
    'is not recognized in %j',
    (name) => {
      expect(parsePrompt(name)).toBeUndefined();
    },
  );
});

describe('the search for prompts in a text', { tags: 'prompt:syntax' }, () => {
  const labelsOf = (value: unknown, lookUp: (name: string) => string | undefined = lookUpNothing) =>
    findPrompts(value, lookUp).map(({ label }) => label);

  it('finds prompts in texts, names and lists, and returns each label once', () => {
    const value = { url: 'http://h/{{?a}}?b={{ ?b }}', '{{?c}}': ['{{?a:x}} {{?d!}}'] };
    expect(labelsOf(value)).toEqual(['a', 'b', 'c', 'd']);
    expect(findPrompts(value, lookUpNothing)[0]).toEqual({
      label: 'a',
      default: 'x',
      isHidden: false,
      names: ['?a', '?a:x'],
    });
  });

  it('finds prompts only in variables that a text uses directly or indirectly', () => {
    const values: Readonly<Record<string, string>> = { a: '{{b}}', b: '{{a}} {{?B}}', c: '{{?C}}' };
    expect(labelsOf('{{a}}', (name) => values[name])).toEqual(['B']);
  });

  it('ignores question marks outside prompts, escaped references and disabled rows', () => {
    const off = { name: 'x', value: '{{?off}}', enabled: false };
    expect(labelsOf(['http://h/?a={{b}}', '{{a?b}}', String.raw`\{{?a}}`, '{{?}}', '{?a}', off])).toEqual([]);
    expect(mayHavePrompts(['http://h/?a={{b}}', off])).toBe(false);
    expect(mayHavePrompts({ url: '{{ ?a}}' })).toBe(true);
  });

  it('joins prompts with the same label, and hides the joined prompt if any of them is hidden', () => {
    const prompts = ['{{?a}}', '{{?a!}} {{?b}}'].flatMap((text) => findPrompts(text, lookUpNothing));
    expect(joinPrompts(prompts)).toMatchObject([
      { label: 'a', isHidden: true, names: ['?a', '?a!'] },
      { label: 'b', isHidden: false },
    ]);
  });
});
