import { describe, expect, it } from 'vitest';

import { findMarkerProblem } from './refuse-markers.js';

const refusalOf = (params: unknown) => {
  const error = findMarkerProblem(params);
  return error?.kind === 'invalid-input' ? error.issues[0] : error;
};

describe('arguments with the marker of a hidden secret', () => {
  it.each<[unknown, string, string]>([
    [{ url: 'http://h/‹secret:KEY›' }, 'url', '{{KEY}}'],
    [{ headers: [{ value: 'a' }, { value: 'Bearer ‹secret:KEY›' }] }, 'headers[1].value', '{{KEY}}'],
    [{ body: { content: '‹secret:A B›' } }, 'body.content', '{{A B}}'],
    [{ url: '‹secret›' }, 'url', 'a variable'],
    [{ url: '‹secret:›' }, 'url', 'a variable'],
    [{ first: 1, second: '‹secret:A›', third: '‹secret:B›' }, 'second', '{{A}}'],
    ['‹secret:KEY›', '', '{{KEY}}'],
    [['x', '‹secret:KEY›'], '[1]', '{{KEY}}'],
  ])('%j are refused at %j', (params, path, instead) => {
    const refused = refusalOf(params);
    expect(refused).toMatchObject({ path });
    expect(JSON.stringify(refused)).toContain(`write ${instead} in its place`);
  });

  it.each<[unknown]>([
    [undefined],
    [null],
    [{ url: 'http://h/{{KEY}}', deep: [{ a: null, b: true, c: 1 }] }],
    [{ url: 'secret:KEY' }],
    [{ url: '‹secretKEY›' }],
    [{ url: '‹secret:KEY' }],
    [{ '‹secret:KEY›': 'the name of a field' }],
  ])('%j are allowed', (params) => {
    expect(findMarkerProblem(params)).toBeUndefined();
  });
});
