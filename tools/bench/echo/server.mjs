import { createServer } from 'node:http';

import { importModule } from '../../fetch/fetch-tool.mjs';
import { createEchoObject, startByHand } from './by-hand.mjs';

/** Runs the contender named by the first argument on a free port and prints the port when it is ready. */
const contenders = {
  constant: async () => {
    const text = JSON.stringify({ url: 'x'.repeat(800) });
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    return createServer((request, response) => {
      request.resume();
      response.writeHead(200, headers).end(text);
    }).listen(0, '127.0.0.1');
  },
  'by-hand': async () => startByHand(0),
  tandem: async () => {
    const { startEchoServer } = await import('../../../libs/echo/dist/index.js');
    const { port } = await startEchoServer();
    return { listening: true, address: () => ({ port }) };
  },
  hono: async () => {
    const [{ Hono }, { serve }] = await Promise.all([
      importModule('bench', 'hono'),
      importModule('bench', '@hono/node-server'),
    ]);
    const app = new Hono();
    app.all('*', async (c) => {
      const json = c.req.method === 'GET' ? null : await c.req.json();
      return c.json(
        createEchoObject(c.req.url, c.req.path, c.req.method, c.req.header(), c.req.query(), json),
      );
    });
    return serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  },
  fastify: async () => {
    const { fastify } = await importModule('bench', 'fastify');
    const app = fastify();
    app.all('*', (request, reply) => {
      const path = request.url.split('?')[0];
      reply.send(
        createEchoObject(
          `http://${request.headers.host}${request.url}`,
          path,
          request.method,
          request.headers,
          request.query,
          request.body ?? null,
        ),
      );
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    return app.server;
  },
};

const server = await contenders[process.argv[2]]();
const say = () => process.stdout.write(`${server.address().port}\n`);
if (server.listening) say();
else server.once('listening', say);
process.on('message', (question) => {
  if (question === 'usage') process.send({ memory: process.memoryUsage().rss, cpu: process.cpuUsage() });
});
process.on('disconnect', () => process.exit(0));
