import type { RestRequestId, WorkspaceId } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { createAgents, createWindows, noSelection } from './presence.js';

const open = () => {
  let now = 0;
  let next = 0;
  return createAgents({
    clock: { now: () => new Date((now += 1_000)) },
    ids: { uuid: () => `call-${(next += 1)}` },
  });
};
const claude = { by: 'claude', kind: 'mcp', session: 's1' } as const;

describe('agents', { tags: 'presence:agents' }, () => {
  it('are listed with the request that each read or changed last', () => {
    const agents = open();
    agents.note(claude, { requestId: 'rest_1', did: 'read' });
    agents.note(claude, { requestId: 'rest_2', did: 'changed' });
    agents.note({ ...claude, session: 's2' }, { requestId: 'rest_3', did: 'read' });
    expect(agents.list()).toMatchObject([
      { id: 's2', by: 'claude', lastRequest: { requestId: 'rest_3', did: 'read' } },
      { id: 's1', by: 'claude', lastRequest: { requestId: 'rest_2', did: 'changed' } },
    ]);
  });

  it('are listed with their running calls, which a person can stop', () => {
    const agents = open();
    const call = agents.begin(claude, 'rest_execute');
    call.update({ requestId: 'rest_1', step: 'send' });
    expect(agents.list()).toMatchObject([
      { id: 's1', calls: [{ id: 'call-1', tool: 'rest_execute', requestId: 'rest_1', step: 'send' }] },
    ]);
    expect([agents.stop('call-1'), call.signal.aborted]).toEqual([true, true]);
    call.end();
    expect(agents.list()).toMatchObject([{ id: 's1', calls: [] }]);
    expect(agents.stop('call-1')).toBe(false);
  });

  it('are distinguished by name if they have no session', () => {
    const agents = open();
    agents.begin({ by: 'curl', kind: 'mcp' }, 'rest_list').end();
    agents.begin({ by: 'curl', kind: 'mcp' }, 'rest_get').end();
    agents.begin({ kind: 'mcp' }, 'rest_get').end();
    expect(agents.list().map(({ id }) => id)).toEqual(['mcp', 'curl']);
  });

  it('are forgotten when their session ends, or when there are too many agents', () => {
    const agents = open();
    for (let at = 0; at < 60; at++) agents.begin({ ...claude, session: `s${at}` }, 'rest_list').end();
    expect(agents.list()).toHaveLength(50);
    agents.leave('s59');
    expect(agents.list()[0]).toMatchObject({ id: 's58' });
  });
});

const workspaceId = 'ws_0000000000000001' as WorkspaceId;
const shows = (tab: string, isFocused = false) => ({
  ...noSelection,
  workspaceId,
  tab,
  isFocused,
  edits: [] as readonly RestRequestId[],
});
const createSelection = (tab: string) => ({ ...noSelection, workspaceId, tab });

describe('the selection in windows', { tags: 'presence:selection' }, () => {
  it('is empty without a window, and after the last window is closed', () => {
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
    const received: unknown[] = [];
    const end = windows.subscribe(() => received.push(windows.selection()?.tab ?? null));
    windows.look('one', shows('runs', true));
    windows.look('one', shows('runs', true));
    windows.look('two', shows('history', true));
    windows.look('one', shows('cookies'));
    windows.leave('two');
    windows.leave('two');
    end();
    windows.leave('one');
    expect(received).toEqual(['runs', 'history', 'cookies']);
  });
});
