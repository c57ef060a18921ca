import type { GraphqlRequest } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { type DraftEvent, reduceDraft, openDraft } from '../drafts/draft.js';
import { findSendBlocker, describeSaveState } from './send-blocker.js';

const storedRequest = {
  id: 'gql_0',
  name: 'A',
  url: '/a',
  description: '',
  query: '',
  variables: {},
  settings: {},
  revision: 1,
} as GraphqlRequest;
const reduceEvents = (...events: readonly DraftEvent[]) =>
  events.reduce(reduceDraft, openDraft(storedRequest));
const brokenEdit: DraftEvent = { kind: 'typed', part: 'variables', text: '{\n"a"' };
const conflict = (field: 'url' | 'description'): readonly DraftEvent[] => [
  { kind: 'edited', field, value: 'mine' },
  { kind: 'stored', request: { ...storedRequest, revision: 2, [field]: 'theirs' } },
];

describe('a request that is about to be sent', () => {
  it('is not sent with invalid JSON variables, and the position of the error is shown', () => {
    expect(findSendBlocker(reduceEvents(brokenEdit))).toMatchObject({
      where: 'variables',
      at: 5,
      reason: 'variables are not JSON (line 2, column 4).',
    });
  });

  it('is not sent with a conflict in a field that would be sent', () => {
    expect(findSendBlocker(reduceEvents(...conflict('url')))).toMatchObject({
      where: 'conflicts',
      reason: 'url was also changed elsewhere.',
    });
  });

  it('is not sent if it was deleted, even if something else prevents sending too', () => {
    expect(findSendBlocker(reduceEvents({ kind: 'gone' }))).toMatchObject({
      where: 'deleted',
      reason: 'the request was deleted.',
    });
    expect(findSendBlocker(reduceEvents(brokenEdit, { kind: 'gone' }))?.where).toBe('deleted');
  });

  it('is sent despite an empty name or a conflict in the notes', () => {
    const named: DraftEvent = { kind: 'typed', part: 'name', text: '' };
    expect(findSendBlocker(reduceEvents(named))).toBeUndefined();
    expect(findSendBlocker(reduceEvents(...conflict('description')))).toBeUndefined();
  });
});

describe('the save state of a draft', () => {
  it('is saved, saving, not saved, in conflict or deleted', () => {
    expect(describeSaveState(reduceEvents(), undefined).text).toBe('Saved');
    expect(
      describeSaveState(reduceEvents({ kind: 'edited', field: 'url', value: 'b' }), undefined).text,
    ).toBe('Saving …');
    expect(
      describeSaveState(reduceEvents({ kind: 'edited', field: 'url', value: 'b' }), 'No answer.'),
    ).toEqual({
      text: 'Not saved: No answer.',
      isBad: true,
    });
    expect(describeSaveState(reduceEvents(brokenEdit), undefined)).toEqual({
      text: 'Not saved: variables are not JSON (line 2, column 4)',
      isBad: true,
    });
    expect(describeSaveState(reduceEvents(...conflict('url')), undefined).text).toBe(
      'Conflict: choose below',
    );
    expect(describeSaveState(reduceEvents({ kind: 'gone' }), undefined).text).toBe('Deleted');
  });
});
