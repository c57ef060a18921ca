import { once } from 'node:events';
import { connect } from 'node:net';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { BodyTooLarge, readWhole } from './body.js';
import { listen, type ListeningServer } from './server.js';

let listeningServer: ListeningServer;
beforeAll(async () => {
  listeningServer = await listen(async (request, response) => {
    const length = await readWhole(request, 10).then(
      (body) => String(body.length),
      (error: unknown) => (error instanceof BodyTooLarge ? 'too large' : String(error)),
    );
    response.end(length);
  });
});
afterAll(() => listeningServer.close(0));

/** The response to `sent`, without closing the connection. */
const answerTo = async (sent: string): Promise<string> => {
  const socket = connect(listeningServer.port, '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${sent}`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer.toString().split('\r\n\r\n')[1] ?? '';
};

it('reads a body of the maximum size', async () => {
  expect(await answerTo('Content-Length: 10\r\n\r\n0123456789')).toBe('10');
  expect(await answerTo('Content-Length: 0\r\n\r\n')).toBe('0');
});

it('refuses a longer one as soon as its length is announced', async () => {
  expect(await answerTo('Content-Length: 11\r\n\r\n')).toBe('too large');
});

it('counts the bytes of a body without Content-Length', async () => {
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  const chunked = 'Transfer-Encoding: chunked\r\n\r\n';
  expect(await answerTo(`${chunked}${chunk('01234')}${chunk('56789')}0\r\n\r\n`)).toMatch(/10/);
  expect(await answerTo(`${chunked}${chunk('01234')}${chunk('56789')}${chunk('x')}`)).toMatch(/too large/);
});
