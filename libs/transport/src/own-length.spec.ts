import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

import { E } from '@tandem/core/fp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { describeRequest, openOtherEnd, type OtherEnd, formatOutcome } from './testing/other-end.js';

let end: OtherEnd;
beforeEach(() => {
  end = openOtherEnd();
});
afterEach(() => end.close());

describe('a Content-Length that a request sets itself', { tags: 'send:length:own' }, () => {
  it.each(['DELETE', 'OPTIONS', 'GET', 'PUT', 'POST', 'TRACE'])(
    'is sent once if it is 0, with %s',
    async (method) => {
      const url = await end.raw((socket: Socket) => socket.end());
      const server = createServer((socket) => {
        socket.once('data', (head: Buffer) => {
          const lengths = head.toString().match(/^content-length: *0\r$/gim)?.length ?? 0;
          const text = `${lengths} ${head.toString().endsWith('\r\n\r\n')}`;
          socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`);
        });
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      const own = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
      const headers = [['Content-Length', '0']] as const;
      expect(formatOutcome(await end.send(own, { method, headers }))).toBe('1 true');
      const written = await end.transport.write({ method, url, headers, body: { kind: 'none' } }, {})();
      const fields = E.isRight(written) ? written.right.headers : [];
      expect(fields.filter(([name]) => name.toLowerCase() === 'content-length')).toEqual([
        ['content-length', '0'],
      ]);
      server.close();
    },
  );

  it.each(['DELETE', 'PUT'])('is sent once if it is that of the body, with %s', async (method) => {
    const url = await end.http(describeRequest);
    const body = { kind: 'text', text: 'abc' } as const;
    const sent = formatOutcome(await end.send(url, { method, headers: [['content-length', '3']], body }));
    const { headers } = JSON.parse(sent) as { readonly headers: readonly string[] };
    expect(headers.filter((name) => name.toLowerCase() === 'content-length')).toHaveLength(1);
    expect(sent).toContain('"3"],"body":"abc"');
  });

  it('is refused if it is not 0 and there is no body', async () => {
    const url = await end.raw((socket: Socket) => socket.end());
    expect(await end.send(url, { method: 'DELETE', headers: [['Content-Length', '3']] })).toMatchObject({
      left: { fault: { code: 'HEADER_INVALID' } },
    });
  });
});
