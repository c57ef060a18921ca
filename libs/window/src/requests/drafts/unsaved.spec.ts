import type { RestRequest } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { type Draft, reduceDraft, openDraft } from './draft.js';
import type { FolderDraft } from '../../folders/folder-edits.js';
import { createUnsaved } from './unsaved.js';

const draft = (id: string, url: string): Draft =>
  reduceDraft(openDraft({ id, url: '/', settings: {}, revision: 1 } as RestRequest), {
    kind: 'edited',
    field: 'url',
    value: url,
  });

/** A server that stores edits, a browser whose storage may be full, and a clock that only the test advances. */
const setUp = () => {
  const kept = new Map<string, unknown>();
  const world = {
    ...{ text: null as string | null, isFull: false, isAway: false, sent: 0, written: 0 },
    leaving: [] as boolean[],
  };
  const waiting = new Set<() => void>();
  const leaving: (() => void)[] = [];
  const waits: number[] = [];
  const unsaved = createUnsaved({
    session: {
      read: () => world.text,
      write: (text) => {
        if (world.isFull) throw new Error('full');
        world.text = text;
        world.written += 1;
      },
    },
    onLeave: (work) => {
      leaving.push(work);
    },
    send: async (edits, isLeaving) => {
      if (world.isAway) throw new Error('away');
      world.sent += 1;
      world.leaving.push(isLeaving);
      for (const [id, one] of Object.entries(edits)) {
        if (one === null) kept.delete(id);
        else kept.set(id, one);
      }
      return Promise.resolve();
    },
    fetch: () => Promise.resolve(Object.fromEntries(kept)),
    later: (ms, work) => {
      waits.push(ms);
      waiting.add(work);
      return () => waiting.delete(work);
    },
  });
  const pass = async (): Promise<void> => {
    const now = [...waiting];
    waiting.clear();
    for (const work of now) work();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { kept, world, unsaved, pass, waits, leave: () => leaving.forEach((work) => work()) };
};

describe('unsaved edits', () => {
  it('are stored by the application shortly after the last keystroke, and dropped once they are saved', async () => {
    const { kept, world, unsaved, pass } = setUp();
    for (const url of ['/a', '/ab']) unsaved.write([draft('rest_1', url)]);
    await pass();
    expect([...kept.values(), world.sent]).toEqual([draft('rest_1', '/ab'), 1]);
    unsaved.write([]);
    await pass();
    expect(kept.size).toBe(0);
  });

  it('are sent earlier if the page is being left', () => {
    const { kept, unsaved, leave } = setUp();
    unsaved.write([draft('rest_1', '/a')]);
    leave();
    expect([...kept.values()]).toEqual([draft('rest_1', '/a')]);
  });

  it('are dropped once saved, even if the page is left immediately afterwards', async () => {
    const { kept, unsaved, pass, leave } = setUp();
    unsaved.write([draft('rest_1', '/a')]);
    await pass();
    unsaved.write([]);
    leave();
    expect(kept.size).toBe(0);
  });

  it('are dropped immediately once saved, so that a reloaded page does not show them', async () => {
    const { unsaved, pass, waits } = setUp();
    unsaved.write([draft('rest_1', '/a')]);
    await pass();
    unsaved.write([]);
    expect(waits.map((ms) => ms > 0)).toEqual([true, false]);
  });

  it('are sent again once the application is reachable', async () => {
    const { kept, world, unsaved, pass } = setUp();
    world.isAway = true;
    unsaved.write([draft('rest_1', '/a')]);
    await pass();
    world.isAway = false;
    await pass();
    expect([...kept.keys()]).toEqual(['rest_1']);
  });

  it("are stored by the application if they are too long for the browser's storage", async () => {
    const { kept, world, unsaved, pass } = setUp();
    world.isFull = true;
    unsaved.write([draft('rest_1', '/a')]);
    await pass();
    expect(kept.size).toBe(1);
  });

  it('of another page are not changed before this page has loaded them', async () => {
    const { kept, unsaved, pass } = setUp();
    kept.set('rest_2', draft('rest_2', '/theirs'));
    unsaved.write([draft('rest_1', '/mine')]);
    unsaved.write([]);
    await pass();
    expect([...kept.keys()]).toEqual(['rest_2']);
    expect((await unsaved.fetch()).drafts).toEqual([draft('rest_2', '/theirs')]);
    unsaved.write([]);
    await pass();
    expect(kept.size).toBe(0);
  });

  it('of folders and requests are stored together', async () => {
    const { kept, world, unsaved, pass } = setUp();
    const folder = {
      ...{ edits: { script: '1' }, theirs: {}, unfinished: {} },
      stored: { id: 'fold_aaaaaaaaaaaaaaaa' },
    };
    const edited = folder as FolderDraft;
    unsaved.write([draft('rest_1', '/a')]);
    unsaved.writeFolders([edited]);
    await pass();
    expect([...kept.keys()]).toEqual(['rest_1', 'fold_aaaaaaaaaaaaaaaa']);
    expect(JSON.parse(world.text ?? '')).toHaveLength(2);
    expect(await unsaved.fetch()).toEqual({ drafts: [draft('rest_1', '/a')], folders: [edited] });
    unsaved.writeFolders([]);
    await pass();
    expect([...kept.keys()]).toEqual(['rest_1']);
  });

  it('are sent later if they are long, because they are usually saved by then', async () => {
    const { kept, world, unsaved, pass, waits } = setUp();
    unsaved.write([draft('rest_1', '/short')]);
    unsaved.write([draft('rest_1', 'x'.repeat(200_000))]);
    const [short = 0, long = 0] = waits;
    expect(long).toBeGreaterThan(short);
    unsaved.write([]);
    await pass();
    expect([kept.size, world.sent]).toEqual([0, 0]);
  });

  it('are sent at once only if the page is being left', async () => {
    const { world, unsaved, pass, leave } = setUp();
    unsaved.write([draft('rest_1', '/a')]);
    await pass();
    unsaved.write([draft('rest_1', '/ab')]);
    leave();
    expect(world.leaving).toEqual([false, true]);
  });

  it('are read without stored values that are not edits', async () => {
    const { kept, unsaved } = setUp();
    kept.set('x', 'nothing');
    kept.set('y', null);
    expect(await unsaved.fetch()).toEqual({ drafts: [], folders: [] });
  });

  it('that are long are written when the page is left, not at each keystroke', async () => {
    const { kept, world, unsaved, pass, leave } = setUp();
    const long = 'x'.repeat(200_000);
    unsaved.write([draft('rest_1', '/short')]);
    for (const end of ['a', 'ab']) unsaved.write([draft('rest_1', `${long}${end}`)]);
    expect([world.written, world.text]).toEqual([2, '[]']);
    await pass();
    expect([...kept.values()]).toEqual([draft('rest_1', `${long}ab`)]);
    leave();
    expect(JSON.parse(world.text ?? '')).toEqual([draft('rest_1', `${long}ab`)]);
    unsaved.write([]);
    leave();
    expect(world.text).toBe('[]');
  });
});
