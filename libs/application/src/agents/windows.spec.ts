import type { RestRequestId, WorkspaceId } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { noSelection } from './selection.js';
import { createWindows } from './windows.js';

const workspaceId = 'ws_0000000000000001' as WorkspaceId;
const shows = (tab: string, isFocused = false) => ({
  ...noSelection,
  workspaceId,
  tab,
  isFocused,
  edits: [] as readonly RestRequestId[],
});
const createSelection = (tab: string) => ({ ...noSelection, workspaceId, tab });

describe('what windows show', { tags: 'presence:selection' }, () => {
  it('is empty without a window, and again when the last one is closed', () => {
    const windows = createWindows();
    expect(windows.selection()).toBe(null);
    windows.look('one', shows('runs'));
    expect(windows.selection()).toEqual(createSelection('runs'));
    windows.leave('one');
    expect(windows.selection()).toBe(null);
  });

  it('is the selection of the most recently used window', () => {
    const windows = createWindows();
    windows.look('one', shows('runs', true));
    windows.look('two', shows('history', true));
    windows.look('one', shows('cookies'));
    expect(windows.selection()).toEqual(createSelection('history'));
    windows.look('one', shows('cookies', true));
    expect(windows.selection()).toEqual(createSelection('cookies'));
    windows.leave('one');
    expect(windows.selection()).toEqual(createSelection('history'));
  });

  it('is announced only when it has changed', () => {
    const windows = createWindows();
    const told: unknown[] = [];
    const end = windows.subscribe(() => told.push(windows.selection()?.tab ?? null));
    windows.look('one', shows('runs', true));
    windows.look('one', shows('runs', true));
    windows.look('two', shows('history', true));
    windows.look('one', shows('cookies'));
    windows.leave('two');
    windows.leave('two');
    end();
    windows.leave('one');
    expect(told).toEqual(['runs', 'history', 'cookies']);
  });
});
