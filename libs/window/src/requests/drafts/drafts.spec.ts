import type { RestRequest, RestRequestId } from '@tandem/core';
import { RpcRefusal } from '@tandem/rpc/client';
import { describe, expect, it } from 'vitest';

import { type Draft, openDraft, toEditedRequest } from './draft.js';
import type { Edits } from '../saved-request.js';
import { createDrafts } from './drafts.js';

const id = 'rest_0' as RestRequestId;
const first = {
  id,
  name: 'A',
  url: '/a',
  description: '',
  settings: {},
  revision: 1,
} as RestRequest;

/** A server with one request, and drafts with timers that the test controls. */
const setUp = (kept: { text: string | null } = { text: null }, before: readonly Draft[] = []) => {
  const server = { present: first, isDown: false, isMissing: false };
  const waiting = new Set<() => void>();
  const drafts = createDrafts({
    store: (_, edits: Edits, ifRevision) => {
      if (server.isDown) return Promise.reject(new Error('Tandem is not responding.'));
      if (server.isMissing)
        return Promise.reject(new RpcRefusal({ code: 'NOT_FOUND', message: 'no', details: {} }));
      const { present } = server;
      if (ifRevision !== present.revision)
        return Promise.reject(
          new RpcRefusal({ code: 'REVISION_CONFLICT', message: 'no', details: { present } }),
        );
      server.present = { ...present, ...edits, revision: present.revision + 1 } as RestRequest;
      return Promise.resolve(server.present);
    },
    later: (_, work) => {
      waiting.add(work);
      return () => waiting.delete(work);
    },
    kept: {
      read: () => kept.text,
      write: (unsaved) => {
        kept.text = JSON.stringify(unsaved);
      },
    },
  });
  drafts.restore(before);
  drafts.receive(first);
  return { server, drafts, waiting, kept, shown: () => toEditedRequest(drafts.get(id)!.draft) };
};

describe('the drafts of a page', () => {
  it('store text that was typed with many keystrokes once', async () => {
    const { server, drafts, waiting } = setUp();
    for (const url of ['/b', '/bc', '/bcd']) drafts.edit(id, 'url', url);
    expect(waiting.size).toBe(1);
    await drafts.flush(id);
    expect([server.present.url, server.present.revision]).toEqual(['/bcd', 2]);
  });

  it('store the last typed value even if it equals the original value', async () => {
    const { server, drafts } = setUp();
    drafts.edit(id, 'url', '/b');
    const first = drafts.flush(id);
    drafts.edit(id, 'url', '/a');
    await first;
    await drafts.flush(id);
    expect(server.present.url).toBe('/a');
  });

  it('store the last typed value even if an older revision is read meanwhile', async () => {
    const { server, drafts } = setUp();
    drafts.edit(id, 'url', '/b');
    await drafts.flush(id);
    const before = { ...server.present };
    drafts.edit(id, 'url', '/c');
    const storing = drafts.flush(id);
    drafts.edit(id, 'url', '/b');
    drafts.receive(before);
    await storing;
    await drafts.flush(id);
    expect(server.present.url).toBe('/b');
  });

  it("merge an edit with someone else's change of another field", async () => {
    const { server, drafts } = setUp();
    drafts.edit(id, 'url', '/mine');
    server.present = { ...first, description: 'theirs', revision: 2 };
    await drafts.flush(id);
    expect(server.present).toMatchObject({ url: '/mine', description: 'theirs', revision: 3 });
  });

  it('wait for a choice between two changes of one field, and store the chosen value', async () => {
    const { server, drafts, shown } = setUp();
    drafts.edit(id, 'url', '/mine');
    server.present = { ...first, url: '/theirs', revision: 2 };
    await drafts.flush(id);
    expect([server.present.url, shown().url, drafts.get(id)?.draft.theirs]).toEqual([
      '/theirs',
      '/mine',
      { url: '/theirs' },
    ]);
    drafts.choose(id, 'url', 'mine');
    await drafts.flush(id);
    expect(server.present.url).toBe('/mine');
  });

  it('give the reason why edits are not stored while the server is unreachable, and store them later', async () => {
    const { server, drafts, shown } = setUp();
    server.isDown = true;
    drafts.edit(id, 'url', '/mine');
    await drafts.flush(id);
    expect([drafts.get(id)?.problem, shown().url]).toEqual(['Tandem is not responding.', '/mine']);
    server.isDown = false;
    await drafts.flush(id);
    expect([drafts.get(id)?.problem, server.present.url]).toEqual([undefined, '/mine']);
  });

  it('survive a reload until they are stored', async () => {
    const kept = { text: null };
    setUp(kept).drafts.edit(id, 'url', '/typed');
    const again = setUp(kept);
    expect(again.shown().url).toBe('/typed');
    await again.drafts.flush(id);
    expect([again.server.present.url, kept.text]).toEqual(['/typed', '[]']);
  });

  it('do not conflict with new edits if the previous page has already stored them', async () => {
    const kept = { text: null };
    setUp(kept).drafts.edit(id, 'url', '/mine');
    const { server, drafts } = setUp(kept);
    server.present = { ...first, url: '/mine', revision: 2 };
    const storing = drafts.flush(id);
    drafts.edit(id, 'url', '/mine/too');
    await storing;
    await drafts.flush(id);
    expect([server.present.url, drafts.get(id)?.draft.theirs]).toEqual(['/mine/too', {}]);
  });

  it('keep invalid text while other edits are stored', async () => {
    const kept = { text: null };
    const { server, drafts } = setUp(kept);
    drafts.type(id, 'timeoutMs', '-5');
    drafts.edit(id, 'url', '/b');
    await drafts.flush(id);
    const again = setUp(kept);
    again.server.present = server.present;
    expect(again.drafts.get(id)?.draft.unfinished).toEqual({ timeoutMs: '-5' });
    expect(again.drafts.interrupted(first.workspaceId)).toEqual([id]);
    again.drafts.type(id, 'timeoutMs', '5');
    await again.drafts.flush(id);
    expect([again.server.present.settings, kept.text]).toEqual([{ timeoutMs: 5 }, '[]']);
  });

  it('are restored if the application kept them, but do not replace the drafts of this page', () => {
    const theirs = (url: string) => [{ ...openDraft(first), edits: { url } }];
    expect(setUp(undefined, theirs('/kept')).shown().url).toBe('/kept');
    const kept = { text: null };
    setUp(kept).drafts.edit(id, 'url', '/typed');
    expect(setUp(kept, theirs('/kept')).shown().url).toBe('/typed');
  });

  it('of a deleted request survive a reload, and continue once the request is replaced', () => {
    const { drafts, kept } = setUp();
    drafts.edit(id, 'url', '/typed');
    drafts.markDeleted(id);
    const [draft] = JSON.parse(kept.text ?? '[]') as readonly Draft[];
    expect(draft?.isGone).toBe(true);
    const again = setUp(kept).drafts;
    const told: unknown[] = [];
    again.onReplaced((...ids) => told.push(ids));
    const next = { ...first, id: 'rest_1' as RestRequestId };
    again.replace(id, next);
    expect(told).toEqual([['rest_0', 'rest_1']]);
    expect([again.get(id), toEditedRequest(again.get(next.id)!.draft).url]).toEqual([undefined, '/typed']);
  });

  it('learn from a failed write that the request was deleted', async () => {
    const { server, drafts, shown } = setUp();
    server.isMissing = true;
    drafts.edit(id, 'url', '/typed');
    await drafts.flush(id);
    const { draft, problem } = drafts.get(id)!;
    expect([draft.isGone, problem, shown().url]).toEqual([true, undefined, '/typed']);
  });

  it('of a deleted request continue once the request is restored', () => {
    const { drafts } = setUp();
    drafts.edit(id, 'url', '/typed');
    drafts.markDeleted(id);
    drafts.replace(id, { ...first, revision: first.revision + 1 });
    const draft = drafts.get(id)?.draft;
    expect([draft?.isGone, draft && toEditedRequest(draft).url]).toEqual([undefined, '/typed']);
  });

  it('are released only once their edits are stored', async () => {
    const { drafts } = setUp();
    drafts.edit(id, 'url', '/typed');
    drafts.release(id);
    expect(drafts.get(id)).toBeDefined();
    await drafts.flush(id);
    drafts.release(id);
    expect(drafts.get(id)).toBe(undefined);
  });

  it('close a request that is deleted in this page, whether the response or the change arrives first', async () => {
    const { drafts } = setUp();
    drafts.edit(id, 'url', '/typed');
    await drafts.deleteWith([id], () => {
      drafts.markDeleted(id);
      expect(drafts.get(id)?.draft.isGone).toBe(undefined);
      return Promise.resolve();
    });
    drafts.markDeleted(id);
    expect(drafts.get(id)).toBe(undefined);
    drafts.replace(id, { ...first, revision: 2 });
    expect(drafts.get(id)?.draft.edits).toEqual({ url: '/typed' });
  });

  it('continue if deleting the request failed', async () => {
    const { drafts } = setUp();
    await expect(drafts.deleteWith([id], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(drafts.get(id)?.draft.stored).toBe(first);
    drafts.markDeleted(id);
    expect(drafts.get(id)?.draft.isGone).toBe(true);
  });

  it('do not open a deleted request without edits after a reload', () => {
    const { drafts, kept } = setUp();
    drafts.markDeleted(id);
    expect(setUp(kept).drafts.interrupted(first.workspaceId)).toEqual([]);
  });

  it('are restored after they were discarded if the request is replaced', () => {
    const { drafts, kept } = setUp();
    drafts.type(id, 'timeoutMs', '-5');
    drafts.discard(id);
    expect([drafts.get(id), kept.text]).toEqual([undefined, '[]']);
    const next = { ...first, id: 'rest_1' as RestRequestId };
    drafts.replace(id, next);
    expect(drafts.get(next.id)?.draft.unfinished).toEqual({ timeoutMs: '-5' });
  });
});
