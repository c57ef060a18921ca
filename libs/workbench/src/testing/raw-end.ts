import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A raw request; body and values have one character per byte. */
export interface RawRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

const parseContentLength = (head: string): number =>
  Number(/^content-length:\s*(\d+)/im.exec(head)?.[1] ?? 0);

const parseRawRequest = (head: string, body: string): RawRequest => {
  const [first = '', ...fields] = head.split('\r\n');
  const [, method = '', target = ''] = /^(\S+) (\S+) HTTP\/1\.1$/.exec(first) ?? [];
  const headers = fields.map((field): readonly [string, string] => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '')];
  });
  return { method, target, headers, body };
};

const createOkResponse = (): string => 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok';

/**
 * A server that accepts any method and target and records the requests.
 * @param answer the bytes of each response, after which the connection is closed
 */
export const openRawEnd = async (answer: (request: RawRequest) => string | Uint8Array = createOkResponse) => {
  const seen: RawRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    let data = '';
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      data += chunk.toString('latin1');
      const end = data.indexOf('\r\n\r\n');
      if (end < 0 || data.length < end + 4 + parseContentLength(data.slice(0, end))) return;
      const request = parseRawRequest(data.slice(0, end), data.slice(end + 4));
      seen.push(request);
      socket.end(answer(request));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The requests since the last call. */
    take: (): readonly RawRequest[] => seen.splice(0),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
