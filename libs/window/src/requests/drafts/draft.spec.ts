import type { RestRequest, GraphqlRequest } from '@tandem/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '@tandem/core/codec';

import type { Edits } from '../saved-request.js';
import {
  listConflicts,
  type Draft,
  type DraftEvent,
  isClean,
  getOwnEdit,
  reduceDraft,
  openDraft,
  selectSavableEdits,
  toEditedRequest,
  isEquivalent,
  isSameJson,
  createFieldValue,
  type Part,
  readPart,
  formatPart,
} from './draft.js';

const storedRequest = {
  id: 'rest_0',
  name: 'A',
  url: '/a',
  description: '',
  settings: {},
  revision: 1,
} as RestRequest;
const reduceEvents = (...events: readonly DraftEvent[]): Draft =>
  events.reduce(reduceDraft, openDraft(storedRequest));
const url = (value: string): DraftEvent => ({ kind: 'edited', field: 'url', value });
const toStoredEvent = (revision: number, fields: object, sent?: Edits): DraftEvent => ({
  kind: 'stored',
  request: { ...storedRequest, revision, ...fields },
  ...(sent ? { sent } : {}),
});

describe('a draft', () => {
  it('shows its edits instead of the stored values, and has no edits once they are stored', () => {
    expect(toEditedRequest(reduceEvents(url('/b'))).url).toBe('/b');
    expect(isClean(reduceEvents(url('/b'), toStoredEvent(2, { url: '/b' }, { url: '/b' })))).toBe(true);
  });

  it('recognizes a stored edit even if the fields return in another order', () => {
    const body = { type: 'multipart', parts: [{ name: 'a', enabled: true, file: 'x' }] };
    const back = { parts: [{ file: 'x', name: 'a', enabled: true }], type: 'multipart' };
    const edited: DraftEvent = { kind: 'edited', field: 'body', value: body };
    expect(isClean(reduceEvents(edited, toStoredEvent(2, { body: back }, { body })))).toBe(true);
    const more: DraftEvent = { kind: 'edited', field: 'body', value: { type: 'none' }, sent: { body } };
    expect(listConflicts(reduceEvents(edited, more, toStoredEvent(2, { body: back }, { body })))).toEqual([]);
  });

  it('has no edits once they are reverted', () => {
    expect(isClean(reduceEvents(url('/b'), url('/a')))).toBe(true);
  });

  it('keeps text that is typed while it is being stored', () => {
    const draft = reduceEvents(url('/b'), url('/bc'), toStoredEvent(2, { url: '/b' }, { url: '/b' }));
    expect(toEditedRequest(draft).url).toBe('/bc');
    expect(listConflicts(draft)).toEqual([]);
  });

  it('keeps an edit that restores the stored value while another value is being stored', () => {
    const back: DraftEvent = { kind: 'edited', field: 'url', value: '/b', sent: { url: '/c' } };
    const draft = reduceEvents(
      toStoredEvent(2, { url: '/b' }),
      url('/c'),
      back,
      toStoredEvent(2, { url: '/b' }, { url: '/c' }),
    );
    expect([selectSavableEdits(draft), listConflicts(draft)]).toEqual([{ url: '/b' }, []]);
    const stored = reduceDraft(draft, toStoredEvent(3, { url: '/c' }, { url: '/c' }));
    expect([selectSavableEdits(stored), listConflicts(stored)]).toEqual([{ url: '/b' }, []]);
  });

  it("adopts someone else's change of another field", () => {
    const draft = reduceEvents(url('/b'), toStoredEvent(2, { description: 'theirs' }));
    expect([toEditedRequest(draft).url, toEditedRequest(draft).description]).toEqual(['/b', 'theirs']);
    expect(listConflicts(draft)).toEqual([]);
  });

  it('does not store a field that was changed here and elsewhere until one of the values is chosen', () => {
    const draft = reduceEvents(url('/mine'), toStoredEvent(2, { url: '/theirs' }));
    expect([listConflicts(draft), selectSavableEdits(draft), draft.theirs.url]).toEqual([
      ['url'],
      {},
      '/theirs',
    ]);
    const mine = reduceDraft(draft, { kind: 'chosen', field: 'url', side: 'mine' });
    expect(selectSavableEdits(mine)).toEqual({ url: '/mine' });
    const theirs = reduceDraft(draft, { kind: 'chosen', field: 'url', side: 'theirs' });
    expect([toEditedRequest(theirs).url, isClean(theirs)]).toEqual(['/theirs', true]);
  });

  it('stays in conflict if more text is typed or the other value changes again', () => {
    const draft = reduceEvents(
      url('/mine'),
      toStoredEvent(2, { url: '/theirs' }),
      url('/mine2'),
      toStoredEvent(3, { url: '/theirs2' }),
    );
    expect([listConflicts(draft), draft.theirs.url, toEditedRequest(draft).url]).toEqual([
      ['url'],
      '/theirs2',
      '/mine2',
    ]);
  });

  it('ignores older revisions', () => {
    expect(
      reduceEvents(toStoredEvent(3, { url: '/c' }), toStoredEvent(2, { url: '/b' })).stored.revision,
    ).toBe(3);
  });

  const typed = (text: string): DraftEvent => ({ kind: 'typed', part: 'timeoutMs', text });
  const settings = (timeoutMs: number) => ({ settings: { timeoutMs } });

  it('keeps invalid text, and stores it once it is valid', () => {
    const draft = reduceEvents(toStoredEvent(2, settings(7)), typed('-5'));
    expect([draft.unfinished, selectSavableEdits(draft), isClean(draft)]).toEqual([
      { timeoutMs: '-5' },
      {},
      false,
    ]);
    const mended = reduceDraft(draft, typed('5'));
    expect([mended.unfinished, selectSavableEdits(mended)]).toEqual([{}, settings(5)]);
  });

  it('keeps invalid text while the other settings are stored', () => {
    const edited: DraftEvent = { kind: 'edited', field: 'settings', value: { followRedirects: false } };
    const draft = reduceEvents(
      toStoredEvent(2, settings(7)),
      typed('-5'),
      edited,
      toStoredEvent(3, { settings: { followRedirects: false } }, { settings: { followRedirects: false } }),
    );
    expect([draft.unfinished, listConflicts(draft)]).toEqual([{ timeoutMs: '-5' }, []]);
  });

  it('has a conflict if a change concerns a field with invalid text, which only the choice of the other value discards', () => {
    const draft = reduceEvents(toStoredEvent(2, settings(7)), typed('-5'), toStoredEvent(3, settings(9)));
    expect([listConflicts(draft), getOwnEdit(draft, 'settings')]).toEqual([['settings'], '-5']);
    const mine = reduceDraft(draft, { kind: 'chosen', field: 'settings', side: 'mine' });
    expect([mine.unfinished, listConflicts(mine)]).toEqual([{ timeoutMs: '-5' }, []]);
    const theirs = reduceDraft(draft, { kind: 'chosen', field: 'settings', side: 'theirs' });
    expect([theirs.stored.settings, isClean(theirs)]).toEqual([{ timeoutMs: 9 }, true]);
  });

  it('of a deleted request stores nothing, and continues once the request is replaced', () => {
    const gone = reduceEvents(url('/mine'), typed('-5'), { kind: 'gone' });
    expect([selectSavableEdits(gone), isClean(gone), isClean(reduceEvents({ kind: 'gone' }))]).toEqual([
      {},
      false,
      false,
    ]);
    const request = { ...storedRequest, id: 'rest_1' as RestRequest['id'], description: 'new' };
    const again = reduceDraft(gone, { kind: 'replaced', request });
    expect([again.stored.id, selectSavableEdits(again), again.unfinished, listConflicts(again)]).toEqual([
      'rest_1',
      { url: '/mine' },
      { timeoutMs: '-5' },
      [],
    ]);
  });

  it('never loses the last edit, whatever is changed elsewhere', () => {
    const event = fc.oneof(
      fc.string().map((value) => url(value)),
      fc
        .record({ revision: fc.integer({ min: 1, max: 9 }), url: fc.string() })
        .map((r) => toStoredEvent(r.revision, { url: r.url })),
    );
    fc.assert(
      fc.property(
        fc.array(event),
        fc.string({ minLength: 1 }),
        fc.array(event.filter(({ kind }) => kind === 'stored')),
        (a, last, b) => {
          const draft = reduceEvents(...a, url(last), ...b);
          expect(toEditedRequest(draft).url).toBe(isClean(draft) ? draft.stored.url : last);
        },
      ),
    );
  });
});

describe('a comparison of values', () => {
  it('treats values with the same fields in another order as equivalent but not identical', () => {
    const [one, other] = [
      { a: 1, b: { c: [2], d: 'x' } },
      { b: { d: 'x', c: [2] }, a: 1 },
    ];
    expect([isEquivalent(one, other), isSameJson(one, other)]).toEqual([true, false]);
  });

  it('distinguishes values that differ beyond double precision', { tags: 'bodies:digits' }, () => {
    const [one, other] = [parseJson('[12345678901234567890]'), parseJson('[12345678901234567891]')];
    expect([isEquivalent(one, other), isSameJson(one, other)]).toEqual([false, false]);
    const again = parseJson('[12345678901234567890]');
    expect([isEquivalent(one, again), isSameJson(one, again)]).toEqual([true, true]);
  });

  it.each([
    [{ a: 1, b: undefined }, { a: 1 }, true],
    [[], {}, false],
    [[1, 2], [1], false],
    [{ a: 1 }, { b: 1 }, false],
    [null, {}, false],
    ['1', 1, false],
  ])('of %j and %j finds them the same: %j', (one, other, expected) => {
    expect([isSameJson(one, other), isEquivalent(one, other)]).toEqual([expected, expected]);
  });

  it('treats values with the same JSON as identical', () => {
    const json = fc.jsonValue({ maxDepth: 2 });
    fc.assert(
      fc.property(json, json, (one, other) => {
        expect(isSameJson(one, JSON.parse(JSON.stringify(one)))).toBe(true);
        expect(isSameJson(one, other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });
});

const request = (fields: object): GraphqlRequest =>
  ({ name: 'A', query: '', variables: {}, settings: {}, ...fields }) as GraphqlRequest;

describe('GraphQL variables typed as text', () => {
  it.each([
    ['{', 'variables are not JSON (line 1, column 2)'],
    ['{"a": }', 'variables are not JSON (line 1, column 7)'],
    ['{"a": oops}', 'variables are not JSON (line 1, column 7)'],
    ['{\n  "a": 1\n  "b": 2\n}', 'variables are not JSON (line 3, column 3)'],
    ['{"a": 1,} {', 'variables are not JSON (line 1, column 11)'],
  ])('are refused with the position of the error: %j', (text, problem) => {
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
  ])(
    'stay text if they become JSON only when they are sent: %j',
    { tags: 'text:graphql-variables' },
    (text) => {
      expect(readPart('variables', text)).toEqual({ kind: 'value', value: text });
      expect(formatPart('variables', request({ variables: text }))).toBe(text);
    },
  );

  it('are empty if the text is empty', () => {
    expect(readPart('variables', ' \n')).toEqual({ kind: 'value', value: {} });
  });

  it('are the same after conversion to text and back', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (typed) => {
        // Convert to JSON and back first, because JSON has no -0.
        const variables: unknown = JSON.parse(JSON.stringify(typed));
        const shown = formatPart('variables', request({ variables }));
        expect(readPart('variables', shown)).toEqual({ kind: 'value', value: variables });
      }),
    );
  });

  it('have errors only at positions within the text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const reading = readPart('variables', text);
        if (reading.kind === 'problem') expect(reading.at).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

describe('a timeout typed as text', () => {
  it.each(['-5', '0', '1.5', '600001', 'soon', '1e3', '- 5'])('is refused: %j', (text) => {
    expect(readPart('timeoutMs', text)).toMatchObject({
      kind: 'problem',
      problem: 'the timeout must be a whole number from 1 to 600000',
    });
  });

  it('is added to the settings, and removed when the text is empty', () => {
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
])("the request's %s %j is refused", (part, text) => {
  expect(readPart(part, text).kind).toBe('problem');
});
