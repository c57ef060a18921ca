import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { root } from './launch/say.mjs';

const folder = join(root, 'docs', 'decisions');
const records = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name), 'utf8').trimEnd(),
}));

/** The run-in headings of a record, such as `**Question.**`, in order. */
const headings = (text: string): string =>
  Array.from(text.matchAll(/^\*\*([A-Z][a-z]+)\.\*\*/gm), ([, heading = '']) => heading).join(' ');

const findFailingRecords = (isRight: (record: (typeof records)[number]) => boolean): readonly string[] =>
  records.filter((record) => !isRight(record)).map(({ name }) => name);

describe('the decision records', () => {
  it('start with their number, a title and a status', () => {
    const begins = ({ name, text }: (typeof records)[number]): boolean =>
      text.startsWith(`# ${String(Number(name.slice(0, 4)))}. `) &&
      /^# .+\n\nStatus: (accepted|superseded by \[\d+\])/.test(text);
    expect(findFailingRecords(begins)).toEqual([]);
  });

  it('have the headings Question, Answer and Why, then optionally Rejected and Costs', () => {
    expect(
      findFailingRecords(({ text }) => /^Question Answer Why( Rejected)?( Costs)?$/.test(headings(text))),
    ).toEqual([]);
  });

  it('fit on a page of 40 lines', () => {
    expect(findFailingRecords(({ text }) => text.split('\n').length <= 40)).toEqual([]);
  });

  it('link only to records that exist', () => {
    const linked = ({ text }: (typeof records)[number]): readonly string[] =>
      Array.from(text.matchAll(/\]\((\d{4}-[\w-]+\.md)\)/g), ([, name = '']) => name);
    const names = new Set(records.map(({ name }) => name));
    expect(records.flatMap(linked).filter((name) => !names.has(name))).toEqual([]);
  });
});
