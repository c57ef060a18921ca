/**
 * A small API with users, a login, orders, avatars, stock and reports: `node server.mjs <port>`. With `--broken` it
 * accepts no orders, with `--unsteady` it responds with 503 to the first request of each path, and with `--slow` it
 * never responds to an order.
 */
import { createServer } from 'node:http';

const users = [
  { id: 1, name: 'Ada' },
  { id: 2, name: 'Grace' },
];
const token = 'shop-session-9f3bA71cQx2';

const orderer = `Basic ${Buffer.from('ada:lovelace').toString('base64')}`;

const routes = {
  'POST /login': () => [200, { token }],
  'GET /users': () => [200, { users }],
  'POST /orders': ({ headers }) =>
    headers.authorization === `Bearer ${token}` ? [201, { order: 1 }] : [401, { error: 'log in first' }],
  'GET /stock': ({ headers }) =>
    headers['x-api-key'] === 'shop-k3y-8Zq41mVt' ? [200, { pens: 7 }] : [401, { error: 'send the key' }],
  'GET /reports': ({ headers }) =>
    headers.authorization === orderer ? [200, { orders: 1 }] : [401, { error: 'say who you are' }],
  'POST /avatars': async ({ headers }, body) => {
    const form = await new Response(body, {
      headers: { 'content-type': headers['content-type'] },
    }).formData();
    return [201, { user: Number(form.get('user')), bytes: form.get('avatar').size }];
  },
  'POST /graphql': (_, body) => {
    const { variables } = JSON.parse(body);
    return [200, { data: { user: users.find((one) => one.id === variables.id) ?? null } }];
  },
};

const answer = (request, body) => {
  const { pathname } = new URL(request.url, 'http://shop');
  const id = /^\/users\/(\d+)$/.exec(pathname)?.[1];
  if (request.method === 'GET' && id !== undefined) {
    const user = users.find((one) => one.id === Number(id));
    return user ? [200, user] : [404, { error: 'there is no such user' }];
  }
  return (
    routes[`${request.method} ${pathname}`]?.(request, body) ?? [404, { error: 'there is no such path' }]
  );
};

/** Creates the response to a request. An unreadable body is a client error. */
const answered = async (request) => {
  try {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    return trouble(request) ?? (await answer(request, Buffer.concat(pieces)));
  } catch {
    return [400, { error: 'the body cannot be read' }];
  }
};

const is = (flag) => process.argv.includes(`--${flag}`);
const seen = new Set();

/** The response that the flags require; undefined for the normal one. */
const trouble = ({ method, url }) => {
  if (is('broken') && method === 'POST' && url === '/orders') return [500, { error: 'out of order' }];
  if (!is('unsteady') || seen.has(url)) return undefined;
  seen.add(url);
  return [503, { error: 'try again' }];
};

const server = createServer(async (request, response) => {
  if (is('slow') && request.url === '/orders') return;
  const [status, body] = await answered(request);
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
});

server.listen(Number(process.argv[2] ?? 8097), '127.0.0.1', () => {
  process.stdout.write(`shop listening on http://127.0.0.1:${server.address().port}\n`);
});
