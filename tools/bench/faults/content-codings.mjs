import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';

import { measureLongestBlock, measureMemory } from './support/gauges.mjs';

const timeoutMs = 1_000;

/** Requests a response with 52,000 content codings, with a timeout of one second. */
export const measure = async ({ product }) => {
  const { createTransport } = await product('transport');
  const codings = Array(52_000).fill('gzip').join(',');
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-encoding': codings }).end(gzipSync('hello')),
  );
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const transport = createTransport();
  const url = `http://127.0.0.1:${server.address().port}/`;
  const options = {
    timeoutMs,
    followRedirects: true,
    maxRedirects: 10,
    maxBytes: 50 * 1024 * 1024,
    signal: new AbortController().signal,
  };
  const request = { method: 'GET', url, headers: [], body: { kind: 'none' } };
  const { result, mebibytes } = await measureMemory(() =>
    measureLongestBlock(transport.send(request, options)),
  );
  await transport.close();
  server.close();
  return [
    { figure: 'time of a request with a deadline of 1,000 ms, ms', value: result.time },
    { figure: 'longest block, ms', value: result.block },
    { figure: 'memory, MiB', value: mebibytes },
  ];
};
