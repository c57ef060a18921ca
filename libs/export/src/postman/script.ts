import type { Foreign } from '@tandem/core';

import type { Expectation, Matcher, Source, TranslatedScript } from '../script/translate.js';

const literal = (value: unknown): string => JSON.stringify(value);

const sourceOf = (source: Source): string => {
  switch (source.kind) {
    case 'status':
      return 'pm.response.code';
    case 'text':
      return 'pm.response.text()';
    case 'header':
      return `pm.response.headers.get(${literal(source.name)})`;
    case 'json':
      return `pm.response.json()${source.keys.map((key) => `[${literal(key)}]`).join('')}`;
  }
};

const postmanMatchers: Readonly<Record<Matcher, string>> = {
  toBe: 'to.equal',
  toHaveLength: 'to.have.lengthOf',
  toContain: 'to.include',
  toBeGreaterThan: 'to.be.above',
  toBeLessThan: 'to.be.below',
};

const line = ({ source, matcher, value }: Expectation): string =>
  `  pm.expect(${sourceOf(source)}).${postmanMatchers[matcher]}(${literal(value)});`;

const linesOf = ({ tests, variables }: TranslatedScript): readonly string[] => [
  ...variables.map(
    ({ name, source }) => `pm.collectionVariables.set(${literal(name)}, String(${sourceOf(source)}));`,
  ),
  ...tests.flatMap(({ name, expectations }) => [
    `pm.test(${literal(name)}, () => {`,
    ...expectations.map(line),
    '});',
  ]),
];

const event = (listen: string, exec: readonly string[]) =>
  exec.length === 0 ? [] : [{ listen, script: { type: 'text/javascript', exec } }];

const lines = (text = ''): readonly string[] => (text.trim() === '' ? [] : text.split(/\r?\n/));

/** The scripts of a request or folder: its Postman scripts unchanged, and what translates of its own. */
export const postmanScripts = (foreign: Foreign, translated?: TranslatedScript): object => {
  const own = foreign?.dialect === 'postman' ? foreign : undefined;
  const events = [
    ...event('prerequest', lines(own?.beforeRequest)),
    ...event('test', [...lines(own?.tests), ...(translated === undefined ? [] : linesOf(translated))]),
  ];
  return events.length === 0 ? {} : { event: events };
};
