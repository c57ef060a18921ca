import type { Foreign } from '@tandem/core';

import type { Expectation, Matcher, Source, TranslatedScript } from '../script/translate.js';

const toLiteral = (value: unknown): string => JSON.stringify(value);

const generateSource = (source: Source): string => {
  switch (source.kind) {
    case 'status':
      return 'pm.response.code';
    case 'text':
      return 'pm.response.text()';
    case 'header':
      return `pm.response.headers.get(${toLiteral(source.name)})`;
    case 'json':
      return `pm.response.json()${source.keys.map((key) => `[${toLiteral(key)}]`).join('')}`;
  }
};

const postmanMatchers: Readonly<Record<Matcher, string>> = {
  toBe: 'to.equal',
  toHaveLength: 'to.have.lengthOf',
  toContain: 'to.include',
  toBeGreaterThan: 'to.be.above',
  toBeLessThan: 'to.be.below',
};

const generateExpectation = ({ source, matcher, value }: Expectation): string =>
  `  pm.expect(${generateSource(source)}).${postmanMatchers[matcher]}(${toLiteral(value)});`;

const generateLines = ({ tests, variables }: TranslatedScript): readonly string[] => [
  ...variables.map(
    ({ name, source }) =>
      `pm.collectionVariables.set(${toLiteral(name)}, String(${generateSource(source)}));`,
  ),
  ...tests.flatMap(({ name, expectations }) => [
    `pm.test(${toLiteral(name)}, () => {`,
    ...expectations.map(generateExpectation),
    '});',
  ]),
];

const createEvents = (listen: string, exec: readonly string[]) =>
  exec.length === 0 ? [] : [{ listen, script: { type: 'text/javascript', exec } }];

const splitLines = (text = ''): readonly string[] => (text.trim() === '' ? [] : text.split(/\r?\n/));

/** The scripts of a request or folder: its Postman scripts unchanged, and what translates of its own. */
export const toPostmanEvents = (foreign: Foreign, translated?: TranslatedScript): object => {
  const own = foreign?.dialect === 'postman' ? foreign : undefined;
  const events = [
    ...createEvents('prerequest', splitLines(own?.beforeRequest)),
    ...createEvents('test', [
      ...splitLines(own?.tests),
      ...(translated === undefined ? [] : generateLines(translated)),
    ]),
  ];
  return events.length === 0 ? {} : { event: events };
};
