import { createServer } from 'node:http';

/** Responds with 49 MB of JSON at `/large` and a few bytes elsewhere; reports its port. */
const piece = Buffer.from(`{"name":"${'x'.repeat(979)}","ok":1},`);
const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  if (request.url !== '/large') {
    response.end('{"ok":true}');
    return;
  }
  let left = 49_000;
  const more = () => {
    while (left-- > 0 && !response.destroyed) if (!response.write(piece)) return;
    response.end();
  };
  response.on('drain', more);
  response.write('[');
  more();
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit());
