/**
 * An API for bookings, strict about what real collections rely on: `node server.mjs <port>`. It refuses a call without
 * the login, a body that is not plain JSON, a number that arrives as text, and a part of a form without its type.
 * `GET /received` lists the received requests, and `DELETE /received` clears the list.
 */
import { createServer } from 'node:http';

const password = 'correct-horse-7';
const token = 'booking-session-4tY8qL2vXw';
const apiKey = 'k3y-of-the-archive-9Zp4';

const pages = [
  [{ id: 1, room: 'Lima' }],
  [
    { id: 2, room: 'Oslo' },
    { id: 3, room: 'Oslo' },
  ],
  [{ id: 4, room: 'Pune' }],
];

let received = [];

class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

const check = (isRight, message, status = 400) => {
  if (!isRight) throw new Refusal(status, message);
};

const checkLogin = ({ headers }) => check(headers.authorization === `Bearer ${token}`, 'log in first', 401);

const isUuid = (value) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

const readBooking = (body) => {
  const { room, seats, isPaid } = JSON.parse(body);
  check(typeof seats === 'number', 'seats must be a number');
  check(typeof isPaid === 'boolean', 'isPaid must be true or false');
  return { id: 5, room, seats, isPaid };
};

/** The parts of a form: name, type and size. */
const readParts = async ({ headers }, body) => {
  const init = { headers: { 'content-type': headers['content-type'] } };
  const text = body.toString('latin1');
  const types = new Map(
    [...text.matchAll(/name="([^"]+)"[^\r]*\r\n(?:content-type: *([^\r]+)\r\n)?/gi)].map(([, name, type]) => [
      name,
      type ?? null,
    ]),
  );
  check(types.get('details') === 'application/json', 'details must be JSON');
  const form = await new Response(body, init).formData();
  return [...form].map(([name, value]) => ({
    name,
    type: types.get(name),
    bytes: typeof value === 'string' ? Buffer.byteLength(value) : value.size,
  }));
};

const routes = {
  'POST /login': (_, body) => {
    const login = JSON.parse(body);
    check(login.user === 'ada' && login.password === password, 'wrong user or password', 401);
    return [200, { token, user: { id: 7, name: 'Ada', roles: ['clerk', 'admin'] } }];
  },
  'GET /bookings': (request, _, url) => {
    checkLogin(request);
    const page = Number(url.searchParams.get('page'));
    check(page >= 1 && page <= pages.length, 'there is no such page', 404);
    return [200, { page, pages: pages.length, bookings: pages[page - 1] }];
  },
  'POST /bookings': (request, body) => {
    checkLogin(request);
    return [201, readBooking(body)];
  },
  'POST /enquiries': (_, body) => [201, readBooking(body)],
  'POST /customers': (request, body) => {
    checkLogin(request);
    const { id, name, email, since, age } = JSON.parse(body);
    check(isUuid(id), 'id must be a UUID');
    check(typeof name === 'string' && name.includes(' '), 'name must be a full name');
    check(/^[^@\s]+@[^@\s]+\.[a-z]+$/i.test(email), 'email must be an address');
    check(Number.isInteger(age), 'age must be a number');
    check(typeof since === 'number', 'since must be a time in seconds');
    return [201, { id, name, email }];
  },
  'POST /graphql': (request, body) => {
    checkLogin(request);
    const { variables } = JSON.parse(body);
    check(typeof variables.first === 'number', 'first must be a number');
    return [200, { data: { rooms: ['Lima', 'Oslo', 'Pune'].slice(0, variables.first) } }];
  },
  'POST /documents': async (request, body) => {
    checkLogin(request);
    return [201, { parts: await readParts(request, body) }];
  },
  'POST /enquiries/documents': async (request, body) => [201, { parts: await readParts(request, body) }],
  'GET /archive': ({ headers }) => {
    check(headers['x-api-key'] === apiKey, 'send the key', 401);
    return [200, { years: [2024, 2025] }];
  },
  'GET /search': (_, __, url) => [200, { query: url.search }],
};

const answer = (request, body) => {
  const url = new URL(request.url, 'http://bookings');
  const id = /^\/bookings\/(\d+)$/.exec(url.pathname)?.[1];
  if (request.method === 'GET' && id !== undefined) {
    checkLogin(request);
    const booking = pages.flat().find((one) => one.id === Number(id));
    check(booking !== undefined, 'there is no such booking', 404);
    return [200, booking];
  }
  // Paths for several styles of parameters. The test reads at /received how each was written.
  if (/^\/rooms\/./.test(url.pathname)) return [200, { path: url.pathname }];
  return (
    routes[`${request.method} ${url.pathname}`]?.(request, body, url) ?? [404, { error: 'no such path' }]
  );
};

const answerOrRefuse = async (request, body) => {
  try {
    return await answer(request, body);
  } catch (error) {
    return [error instanceof Refusal ? error.status : 400, { error: error.message }];
  }
};

const server = createServer(async (request, response) => {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const body = Buffer.concat(pieces);
  const { method, url, headers } = request;
  const reply = (status, value) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  };
  if (url === '/received') {
    const list = received;
    if (method === 'DELETE') received = [];
    return reply(200, list);
  }
  received.push({ method, url, headers, body: body.toString() });
  return reply(...(await answerOrRefuse(request, body)));
});

server.listen(Number(process.argv[2] ?? 8096), '127.0.0.1', () => {
  process.stdout.write(`bookings listening on http://127.0.0.1:${server.address().port}\n`);
});
