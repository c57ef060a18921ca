import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { globalWords, membersOf, findTypedString, findWordsAfter } from './script-words.js';

const publishedTypes = ['', '-web', '-run', '-calls']
  .map((part) => `../../../../scripting/tandem-script${part}.d.ts`)
  .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
  .join('\n');

const membersIn = (name: string): readonly string[] => {
  const block = new RegExp(`interface ${name}\\b[^{]*\\{([\\s\\S]*?)\\n\\}`).exec(publishedTypes)?.[1] ?? '';
  return [...block.matchAll(/^\s+(?:readonly )?(\w+)\??[(:<]/gm)].map(([, member]) => member ?? '');
};

const labels = (owner: string) => [...new Set(membersOf[owner]?.map(({ label }) => label))].sort();

describe('script completion', () => {
  it.each([
    ['req', ['TandemRequestFixed', 'TandemRequest']],
    ['res', ['TandemResponse']],
    ['env', ['TandemEnvironment']],
    ['headers', ['Headers']],
    ['expect', ['TandemMatchers']],
  ])('in %s offers the members of the published types', (owner, interfaces) => {
    const more = owner === 'expect' ? ['not', 'resolves', 'rejects'] : [];
    expect(labels(owner)).toEqual([...new Set([...interfaces.flatMap(membersIn), ...more])].sort());
  });

  it('suggests only published globals', () => {
    const missing = globalWords.filter(
      ({ label, type }) =>
        type !== 'variable' &&
        !new RegExp(`declare (?:const|function|class) ${label}\\b`).test(publishedTypes),
    );
    expect(missing).toEqual([]);
  });

  it.each([
    ['  res.', 'status', 0],
    ['  res.sta', 'status', 3],
    ['req.env.get', 'getVariable', 3],
    ['expect(res.json().a).toB', 'toBe', 3],
    ['expect(x).not.toE', 'toEqual', 3],
    ['  tes', 'test', 3],
  ])('after %j offers %s', (text, label, typed) => {
    const found = findWordsAfter(text);
    expect([found.words.map((word) => word.label).includes(label), found.typed]).toEqual([true, typed]);
  });

  it.each(['other.', 'res(1).', ''])('after %j offers nothing', (text) => {
    expect(findWordsAfter(text).words).toEqual([]);
  });
});

describe('a string in a script', () => {
  it.each([
    ["const a = '{{ec", '{{ec', false],
    ["env.getVariable('tok", 'tok', true],
    ['pm.environment.set( "tok', 'tok', true],
    ['headers.get("acc', 'acc', false],
    ["log('it', 'is", 'is', false],
    ["a = 'it\\'s ", "it\\'s ", false],
    ['a = `x ', 'x ', false],
  ])('is open in %s and contains %s', (line, typed, isName) => {
    expect(findTypedString(line)).toEqual({ typed, isName });
  });

  it.each(["a = 'x'; exp", 'expect(', ''])('is not open in %s', (line) => {
    expect(findTypedString(line)).toBeUndefined();
  });
});
