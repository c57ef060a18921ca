import { describe, expect, it } from 'vitest';

import { bindKeys, findKeysProblem, formatShortcut, listKeys } from './shortcuts.js';

describe('the shortcuts', { tags: 'keys:custom' }, () => {
  it('are the default shortcuts until the person chooses other keys', () => {
    expect(bindKeys({}).get('Alt W')).toBe('closeTab');
    const chosen = { closeTab: 'Ctrl W' };
    expect(bindKeys(chosen).get('Ctrl W')).toBe('closeTab');
    expect(bindKeys(chosen).get('Alt W')).toBe(undefined);
    expect(listKeys('closeTab', chosen)).toEqual(['Ctrl W']);
  });

  it("let a key chosen by the person take precedence over another command's default", () => {
    expect(bindKeys({ send: 'Ctrl K' }).get('Ctrl K')).toBe('send');
  });

  it.each([
    ['Ctrl Control', undefined],
    ['Ctrl J', null],
    ['F7', null],
    ['Ctrl C', 'These keys have a meaning in every text and list.'],
    ['J', 'Add Ctrl or Alt, so that you can still type.'],
    ['Ctrl K', 'Already used: Find a command, request or environment.'],
  ])('are checked before they are stored: %s', (keys, problem) => {
    expect(findKeysProblem('send', keys, {})).toBe(problem);
  });

  it('are shown with their modifiers in the usual order', () => {
    expect(formatShortcut('Shift Ctrl T')).toBe('Ctrl+Shift+T');
    expect(formatShortcut('Shift Alt N')).toBe('Alt+Shift+N');
  });
});

it.each(['Ctrl W', 'Ctrl T', 'Ctrl N', 'F5', 'Ctrl R'])(
  '%s cannot be chosen, because browsers keep it',
  (keys) => {
    expect(findKeysProblem('send', keys, {})).toMatch(/browser/);
  },
);

it.each(['Ctrl D', 'Alt ArrowUp', 'Alt ArrowDown', 'Alt Enter'])(
  '%s cannot be chosen, because the list of requests needs it',
  (keys) => {
    expect(findKeysProblem('send', keys, {})).toMatch(/list/);
  },
);
