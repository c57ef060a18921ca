import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * The API for the tasks: users with login and pages, three planted bugs, a rate limit, an upload, a session in a
 * cookie, GraphQL, a report that changes and a list of 5 MB. Its responses are the same after each start.
 */
const people = Array.from({ length: 120 }, (_, at) => ({
  id: at + 1,
  name: `${['Ada', 'Bea', 'Cem', 'Dua', 'Eli', 'Fay'][at % 6]} ${['Young', 'Stone', 'Moss', 'Hale'][at % 4]} ${at + 1}`,
  email: `user${at + 1}@example.test`,
  role: at % 10 === 0 ? 'admin' : 'member',
  address: { street: `${at + 1} Long Street`, city: 'Springfield', zip: String(10_000 + at) },
  tags: ['alpha', 'beta', 'gamma'].slice(0, (at % 3) + 1),
}));

const items = Array.from({ length: 22_000 }, (_, at) => ({
  sku: `SKU-${String(at).padStart(6, '0')}`,
  title: `Item number ${at} ${'with a long description of what it is '.repeat(4)}`,
  price: (at * 37) % 9_973,
  stock: at % 17,
}));

export const facts = {
  password: 'correct-horse-42',
  token: 'tok-1a2b3c4d5e6f',
  userName: people[86].name,
  userId: people[86].id,
  pageSize: 20,
  sku: items[17_777].sku,
  price: items[17_777].price,
  limit: 5,
  retryAfter: 30,
};

const page = 20;

const schema = {
  types: ['User', 'Post', 'Query', 'Comment', 'Team', 'Project', 'Invoice', 'Payment'].map((name) => ({
    kind: 'OBJECT',
    name,
    description: `The type ${name} of this API.`,
    fields:
      name === 'Query'
        ? [
            {
              name: 'user',
              description: 'A user by id.',
              args: [
                {
                  name: 'id',
                  description: null,
                  type: {
                    kind: 'NON_NULL',
                    name: null,
                    ofType: { kind: 'SCALAR', name: 'ID', ofType: null },
                  },
                  defaultValue: null,
                },
              ],
              type: { kind: 'OBJECT', name: 'User', ofType: null },
              isDeprecated: false,
              deprecationReason: null,
            },
          ]
        : ['id', 'name', 'postCount', 'createdAt', 'updatedAt', 'owner', 'status', 'notes'].map((field) => ({
            name: field,
            description: `The ${field} of ${name}.`,
            args: [],
            type:
              field === 'postCount'
                ? { kind: 'SCALAR', name: 'Int', ofType: null }
                : { kind: 'SCALAR', name: 'String', ofType: null },
            isDeprecated: false,
            deprecationReason: null,
          })),
    inputFields: null,
    interfaces: [],
    enumValues: null,
    possibleTypes: null,
  })),
};
const scalars = ['ID', 'Int', 'String', 'Boolean'].map((name) => ({
  kind: 'SCALAR',
  name,
  description: null,
  fields: null,
  inputFields: null,
  interfaces: null,
  enumValues: null,
  possibleTypes: null,
}));
const introspection = {
  data: {
    __schema: {
      queryType: { name: 'Query' },
      mutationType: null,
      subscriptionType: null,
      types: [...schema.types, ...scalars],
      directives: [],
    },
  },
};

const readBody = async (request) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** Starts the API; `close` stops it. */
export const startTarget = async () => {
  let limited = 0;
  let reports = 0;
  const created = [];
  const known = (id) => [...people, ...created].find((one) => String(one.id) === id);

  const answers = {
    'POST /login': ({ json }) =>
      json?.password === facts.password
        ? { token: facts.token, user: people[0], permissions: ['read', 'write'] }
        : [401, { error: 'wrong password' }],
    'GET /users': ({ query }) => {
      const at = Number(query.get('page') ?? 1);
      const list = [...people, ...created];
      return {
        page: at,
        pages: Math.ceil(list.length / page),
        total: list.length,
        users: list.slice((at - 1) * page, at * page),
      };
    },
    // A planted bug: 200 instead of 201.
    'POST /users': ({ json }) => {
      if (typeof json?.name !== 'string') return [422, { error: 'name is missing' }];
      created.push({ ...json, id: 1_000 + created.length });
      return created.at(-1);
    },
    'POST /upload': ({ body }) => ({
      bytes: body.length,
      sha256: createHash('sha256').update(body).digest('hex'),
      hasFile: body.includes('filename='),
    }),
    'POST /session': () => [200, { ok: true }, { 'set-cookie': 'sid=s-778899; Path=/; HttpOnly' }],
    'GET /me': ({ headers }) =>
      (headers.cookie ?? '').includes('sid=s-778899')
        ? { name: 'Ada Young 1' }
        : [401, { error: 'no session' }],
    'GET /limited': () => {
      limited += 1;
      return limited > facts.limit
        ? [429, { error: 'slow down' }, { 'retry-after': String(facts.retryAfter) }]
        : { ok: true, remaining: facts.limit - limited };
    },
    'GET /report': () => {
      reports += 1;
      const rows = people
        .slice(0, 60)
        .map(({ id, name }) => ({ id, name, score: (id * 7) % 50, state: 'open' }));
      if (reports > 1) Object.assign(rows[41], { score: 99, state: 'closed' });
      return { generatedAt: `2026-01-0${reports}T00:00:00Z`, rows };
    },
    'GET /items': () => ({ total: items.length, items }),
    'POST /graphql': ({ json }) =>
      String(json?.query).includes('__schema')
        ? introspection
        : { data: { user: { name: people[4].name, postCount: 17 } } },
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://target');
    const body = await readBody(request);
    const json = (() => {
      try {
        return JSON.parse(body.toString());
      } catch {
        return undefined;
      }
    })();
    const send = (status, value, headers = {}) => {
      response.writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'x-request-id': createHash('sha1').update(`${request.url}${body.length}`).digest('hex'),
        'strict-transport-security': 'max-age=31536000',
        'cache-control': 'no-store',
        ...headers,
      });
      response.end(JSON.stringify(value));
    };
    const isSecret = url.pathname.startsWith('/users');
    if (isSecret && request.headers.authorization !== `Bearer ${facts.token}`)
      return send(401, { error: 'log in first' });
    const one = /^\/users\/(\w+)$/.exec(url.pathname);
    if (one) {
      const user = known(one[1]);
      // Two planted bugs: 500 instead of 404, and a deletion that deletes nothing.
      if (request.method === 'DELETE') return send(204, undefined);
      return user
        ? send(200, user)
        : send(500, { error: "TypeError: Cannot read properties of undefined (reading 'id')" });
    }
    const answer = answers[`${request.method} ${url.pathname}`];
    if (answer === undefined) return send(404, { error: 'no such path' });
    const given = answer({ query: url.searchParams, headers: request.headers, body, json });
    return Array.isArray(given) ? send(...given) : send(200, given);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
