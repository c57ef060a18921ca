import { describe, expect, it } from 'vitest';

import { createFiller, fillPairs, type NameSuggestions, noSuggestions } from './filler.js';
import { jsonGrammar } from './interpolate-grammar.js';

const values: Readonly<Record<string, string>> = { a: '1', b: '{{a}}2', user: 'ann', loop: '{{loop}}' };
const scope = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined);

/** Returns the messages about the names without a value in a text. */
const getMessages = (text: string, near?: NameSuggestions): readonly string[] => {
  const { fill, diagnostics } = createFiller(scope, near);
  fill(text, 'url');
  return diagnostics.map(({ message }) => message);
};

describe('a name without a value', () => {
  const left = 'has no value here; it is left unchanged.';

  it('is reported where it stands', () => {
    const { fill, diagnostics } = createFiller(scope);
    expect(fill('{{a}} {{c}} {{d}} {{c}}', 'headers.x')).toBe('1 {{c}} {{d}} {{c}}');
    expect(diagnostics).toEqual([
      { code: 'UNRESOLVED_VARIABLE', message: `{{c}} ${left}`, where: 'headers.x' },
      { code: 'UNRESOLVED_VARIABLE', message: `{{d}} ${left}`, where: 'headers.x' },
    ]);
  });

  it('is reported with similar names, or with up to three environments in which it has a value', () => {
    const similar = (name: string) => [`${name}1`, `${name}2`];
    expect(getMessages('{{c}}', { ...noSuggestions, similar })).toEqual([
      `{{c}} ${left} Did you mean {{c1}} or {{c2}}?`,
    ]);
    const environments = () => ['Dev', 'Dev', 'Test', 'Live', 'Old'];
    expect(getMessages('{{c}}', { similar, environments })).toEqual([
      `{{c}} ${left} The environment “Dev” or “Test” or “Live” has a value for it; choose it.`,
    ]);
  });

  it('is reported with what is wrong, if it is a path into a value or a process variable', () => {
    const path = 'The variable user has a value, but it is not an object or a list with that part.';
    for (const name of ['user.name', 'user[0]', 'user .name'])
      expect(getMessages(`{{${name}}}`)).toEqual([
        `{{${name}}} has no value here; it is left unchanged. ${path}`,
      ]);
    expect(getMessages('{{other.name}}')).toEqual([`{{other.name}} ${left}`]);
    const [process = ''] = getMessages('{{process.env.HOME}}', { ...noSuggestions, similar: () => ['a'] });
    expect(process).toMatch(/^\{\{process\.env\.HOME\}\} has no value here; it is left unchanged\. .*HOME/);
    expect(process).toMatch(/ Did you mean \{\{a\}\}\?$/);
  });
});

describe('a filler', () => {
  it('records the names that it looked up in each text, and where their values begin', () => {
    const { fill, uses } = createFiller(scope);
    fill('{{a}}-{{b}}', 'url');
    fill('plain', 'body');
    expect(Object.fromEntries(uses)).toEqual({
      url: [
        { name: 'a', at: 0 },
        { name: 'b', at: 2 },
        { name: 'a', at: 2 },
      ],
    });
  });

  it('records at most 1,000 names of a text', () => {
    const { fill, uses } = createFiller(scope);
    expect(fill('{{a}}'.repeat(1_001), 'url')).toBe('1'.repeat(1_001));
    expect(uses.get('url')).toHaveLength(1_000);
  });

  it('remembers the first error, and leaves the text unchanged', () => {
    const { fill, fillGrammar, failed } = createFiller(scope);
    expect(failed()).toBeUndefined();
    expect(fill('{{loop}}', 'url')).toBe('{{loop}}');
    const first = failed();
    expect(first).toMatchObject({ code: 'VARIABLE_CYCLE', details: { names: ['loop', 'loop'] } });
    expect(fillGrammar('"{{loop}}"', 'body', jsonGrammar)).toMatchObject({ text: '"{{loop}}"' });
    expect(failed()).toBe(first);
  });

  it('fills in the names and the values of enabled pairs', () => {
    const { fill, uses } = createFiller(scope);
    const pairs = [
      { name: '{{a}}', value: '{{b}}', enabled: true },
      { name: 'off', value: '{{c}}', enabled: false },
    ];
    expect(fillPairs(fill, pairs, 'headers')).toEqual([['1', '12']]);
    expect([...uses.keys()]).toEqual(['headers', 'headers.{{a}}']);
  });
});
