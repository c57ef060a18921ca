import { describe, expect, it } from 'vitest';

import { emptyStream, readMore } from './event-stream.js';

const read = (...pieces: readonly string[]) =>
  pieces.reduce((stream, piece) => readMore(stream, piece), emptyStream);

describe('an event stream', { tags: 'stream:events' }, () => {
  it.each([
    ['data: one\n\n', [{ type: 'message', data: 'one', id: '' }]],
    ['event: add\nid: 7\ndata:a\ndata: b\n\n', [{ type: 'add', data: 'a\nb', id: '7' }]],
    [
      'id: 7\r\ndata: a\r\n\r\ndata: b\r\rdata: c',
      ['a', 'b'].map((data) => ({ type: 'message', data, id: '7' })),
    ],
    [': a comment\n\nretry: 10\n\nevent: empty\n\n', []],
    ['\uFEFFdata\n\n', [{ type: 'message', data: '', id: '' }]],
  ])('is read: %j', (text, events) => {
    expect(read(text).events).toEqual(events);
  });

  it('is the same in whatever pieces it arrives', () => {
    const text = 'event: x\r\ndata: one\r\n\r\ndata: two\n\n';
    for (let at = 0; at <= text.length; at++)
      expect(read(text.slice(0, at), text.slice(at)).events).toEqual(read(text).events);
  });

  it('keeps the latest events, and counts all', () => {
    const stream = readMore(emptyStream, 'data: 1\n\ndata: 2\n\ndata: 3\n\n', 2);
    expect(stream).toMatchObject({ count: 3, events: [{ data: '2' }, { data: '3' }] });
  });
});
