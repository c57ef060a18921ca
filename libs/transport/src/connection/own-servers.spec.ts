import type { RequestListener } from 'node:http';
import { networkInterfaces } from 'node:os';

import { E } from '@tandem/core/fp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { isLocalAddress } from './own-servers.js';
import { openOtherEnd, type OtherEnd } from '../testing/other-end.js';

const own = new Set<number>();
let end: OtherEnd;
let requestCount: number;
beforeEach(() => {
  own.clear();
  requestCount = 0;
  end = openOtherEnd({ isOwnPort: (port) => own.has(port) });
});
afterEach(() => end.close());

const countRequest: RequestListener = (_request, response) => {
  requestCount += 1;
  response.end('ok');
};

const getPort = (url: string): number => Number(new URL(url).port);

/** Starts one of Tandem's own servers and returns its port. */
const startOwnServer = async (): Promise<number> => {
  const port = getPort(await end.http(countRequest));
  own.add(port);
  return port;
};

const ownServerRefusal = { left: { fault: { code: 'OWN_SERVER_REFUSED' } } };

describe("a request to one of Tandem's own servers", { tags: 'send:own-server' }, () => {
  it.each([
    '127.0.0.1',
    '127.0.0.2',
    '127.1',
    '2130706433',
    '0x7f.1',
    'localhost',
    'LOCALHOST.',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '0.0.0.0',
    '[::]',
  ])('is refused at the address %s before a connection is opened', async (host) => {
    const port = await startOwnServer();
    expect(await end.send(`http://${host}:${port}/`)).toMatchObject(ownServerRefusal);
    expect(await end.send(`https://${host}:${port}/`)).toMatchObject(ownServerRefusal);
    expect([end.accepted(), requestCount]).toEqual([0, 0]);
  });

  it.each([
    ['http', 80],
    ['https', 443],
  ])('is refused without a port in the URL if it has the port of %s', async (scheme, port) => {
    own.add(port);
    const isRefused = async (one: string): Promise<boolean> => {
      const outcome = await end.send(`${one}://127.0.0.1/`);
      return E.isLeft(outcome) && outcome.left.fault.code === 'OWN_SERVER_REFUSED';
    };
    expect([await isRefused('http'), await isRefused('https')]).toEqual([
      scheme === 'http',
      scheme === 'https',
    ]);
  });

  it('is refused with what to do instead', async () => {
    const port = await startOwnServer();
    expect(await end.send(`http://127.0.0.1:${port}/`)).toEqual({
      _tag: 'Left',
      left: {
        fault: {
          code: 'OWN_SERVER_REFUSED',
          message: `127.0.0.1:${port} is one of Tandem's own servers, which requests may not be sent to. Call its tools directly, or use the echo server.`,
        },
      },
    });
  });

  it.each([301, 307])('is refused if it is a redirect with %i', async (status) => {
    const port = await startOwnServer();
    const url = await end.http((_request, response) => {
      response.writeHead(status, { location: `http://127.0.0.1:${port}/` }).end();
    });
    expect(await end.send(url, { method: 'POST', body: { kind: 'text', text: 'x' } })).toMatchObject(
      ownServerRefusal,
    );
    expect(requestCount).toBe(0);
  });

  it('is refused before any byte is sent, even if only DNS reveals the server', async () => {
    const received: Buffer[] = [];
    const port = getPort(
      await end.raw((socket) => socket.on('data', (chunk: Buffer) => received.push(chunk))),
    );
    own.add(port);
    // The first check knows no names that need a resolver. An `isOwn` that changes its answer stands for such a name.
    let first = true;
    const late = openOtherEnd({ isOwnPort: (one) => (first ? (first = false) : one === port) });
    expect(await late.send(`http://127.0.0.1:${port}/`)).toMatchObject(ownServerRefusal);
    first = true;
    expect(await late.send(`https://127.0.0.1:${port}/`)).toMatchObject(ownServerRefusal);
    await late.close();
    expect(Buffer.concat(received).toString('latin1')).not.toContain('HTTP');
  });

  it('is distinguished from requests to other servers on this machine', async () => {
    await startOwnServer();
    expect(await end.send(await end.http(countRequest))).toMatchObject({ right: { status: 200 } });
  });
});

describe('an address of this machine', () => {
  it.each(['127.0.0.1', '127.255.255.254', '::1', '::', '0.0.0.0', '::ffff:127.0.0.1', '::1%lo'])(
    'may be %s',
    (address) => expect(isLocalAddress(address)).toBe(true),
  );

  it.each(['192.0.2.1', '2001:db8::1', '::ffff:192.0.2.1', '128.0.0.1', 'localhost', ''])(
    'is not %s',
    (address) => expect(isLocalAddress(address)).toBe(false),
  );

  it('may be the address of any interface', () => {
    const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    expect(all.every(({ address }) => isLocalAddress(address))).toBe(true);
  });
});
