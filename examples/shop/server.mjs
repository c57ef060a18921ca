/**
 * A small API with users, a login and orders: `node server.mjs <port>`. With `--broken` it takes no orders, with `--unsteady` it
 * answers 503 to the first request of each path, and with `--slow` it never answers an order.
 */
import { createServer } from 'node:http';

const users = [
  { id: 1, name: 'Ada' },
  { id: 2, name: 'Grace' },
];
const token = 'shop-session-token';

const routes = {
  'POST /login': () => [200, { token }],
  'GET /users': () => [200, { users }],
  'POST /orders': (request) =>
    request.headers.authorization === `Bearer ${token}`
      ? [201, { order: 1 }]
      : [401, { error: 'log in first' }],
};

const answer = (request) => {
  const { pathname } = new URL(request.url, 'http://shop');
  const id = /^\/users\/(\d+)$/.exec(pathname)?.[1];
  if (request.method === 'GET' && id !== undefined) {
    const user = users.find((one) => one.id === Number(id));
    return user ? [200, user] : [404, { error: 'there is no such user' }];
  }
  return routes[`${request.method} ${pathname}`]?.(request) ?? [404, { error: 'there is no such path' }];
};

const is = (flag) => process.argv.includes(`--${flag}`);
const seen = new Set();

/** What the flags make of a request; undefined if it is answered as usual. */
const trouble = ({ method, url }) => {
  if (is('broken') && method === 'POST' && url === '/orders') return [500, { error: 'out of order' }];
  if (!is('unsteady') || seen.has(url)) return undefined;
  seen.add(url);
  return [503, { error: 'try again' }];
};

const server = createServer((request, response) => {
  request.resume();
  if (is('slow') && request.url === '/orders') return;
  const [status, body] = trouble(request) ?? answer(request);
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
});

server.listen(Number(process.argv[2] ?? 8097), '127.0.0.1', () => {
  process.stdout.write(`shop listening on http://127.0.0.1:${server.address().port}\n`);
});
