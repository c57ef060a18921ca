import { createServer } from 'node:http';

/**
 * The endpoint for all contenders, in its own process: a small response, one of 1 MiB at `/large`, and at `/seen` the number
 * of requests with the header of the pre-request script since the last query. Prints its port.
 */
const headers = { 'content-type': 'application/json' };
const small = JSON.stringify({ a: [1], text: 'x'.repeat(200) });
const people = Array.from({ length: 9_700 }, (_, id) => ({
  id,
  name: `Person ${id}`,
  tags: ['a', 'b', 'c'],
  active: id % 2 === 0,
  mail: `person-${id}@example.org`,
}));
const large = JSON.stringify({ a: [1], people });
let requestCount = 0;

const server = createServer((request, response) => {
  if (request.headers['x-one'] === 'one') requestCount += 1;
  const text = request.url === '/large' ? large : request.url === '/seen' ? String(requestCount) : small;
  if (request.url === '/seen') requestCount = 0;
  response.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
process.on('disconnect', () => process.exit());
