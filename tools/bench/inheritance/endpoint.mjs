import { createServer } from 'node:http';

/** Echoes each request, and at `/cookies?names=a,b` sets a cookie for each name. Prints its port. */
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://127.0.0.1');
  const { authorization = null, cookie = '', 'x-shared': shared = null } = request.headers;
  const received = { authorization, shared, cookies: cookie.split(';').filter((one) => one !== '').length };
  const text = JSON.stringify(received);
  if (pathname === '/cookies') {
    const names = searchParams.get('names').split(',');
    response.setHeader(
      'set-cookie',
      names.map((name) => `${name}=${'v'.repeat(40)}; Path=/`),
    );
  }
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length }).end(text);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
process.on('disconnect', () => process.exit());
