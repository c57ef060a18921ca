import { createServer } from 'node:http';

/** Responds to each request after 100 ms. Prints its port. */
const server = createServer((_, response) => {
  setTimeout(() => {
    response.end('{}');
  }, 100);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
process.on('disconnect', () => process.exit());
