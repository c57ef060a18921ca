import { describe, expect, it } from 'vitest';

import { createStreamReader } from './event-stream.js';

const read = (...pieces: readonly string[]) => {
  const reader = createStreamReader();
  return pieces
    .flatMap((piece) => reader(piece))
    .map(({ event = 'message', data, id = '' }) => [event, data, id]);
};

describe('a parsed event stream', { tags: 'stream:events' }, () => {
  it.each([
    ['data: one\n\n', [['message', 'one', '']]],
    ['event: add\nid: 7\ndata:a\ndata: b\n\n', [['add', 'a\nb', '7']]],
    ['data: a\r\n\r\ndata: b\r\rdata: c', ['a', 'b'].map((data) => ['message', data, ''])],
    ['\uFEFFdata: a\n\n', [['message', 'a', '']]],
    [': a comment\n\nretry: 10\n\nevent: empty\n\n', []],
  ])('is read: %j', (text, events) => {
    expect(read(text)).toEqual(events);
  });

  it.each(['\n', '\r\n'])('continues after an event that is too long, with the line end %j', (end) => {
    const long = `data: ${'x'.repeat(30)}${end}data: more${end}${end}`;
    const text = `data: a${end}${end}${long}data: b${end}${end}`;
    for (let size = 1; size <= 12; size++) {
      const reader = createStreamReader(20);
      const events = (text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []).flatMap((piece) => reader(piece));
      expect(events.map(({ data, isTooLong }) => isTooLong ?? data)).toEqual(['a', true, 'b']);
    }
  });

  it('is the same however the stream is split into chunks', () => {
    const text = 'event: x\r\ndata: one\r\n\r\ndata: two\n\n';
    for (let at = 0; at <= text.length; at++)
      expect(read(text.slice(0, at), text.slice(at))).toEqual(read(text));
  });
});
