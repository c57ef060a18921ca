import { createServer } from 'node:http';

/** An echo server written directly on node:http, the URL class and JSON.stringify. */
const readBody = (request, done) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => done(Buffer.concat(chunks).toString('utf8')));
};

const parseCookies = (header = '') =>
  Object.fromEntries(
    header
      .split(';')
      .filter((piece) => piece.includes('='))
      .map((piece) => [
        piece.slice(0, piece.indexOf('=')).trim(),
        piece.slice(piece.indexOf('=') + 1).trim(),
      ]),
  );

/** Creates the echo object for contenders that have no function for it. */
export const createEchoObject = (url, path, method, headers, args, json) => ({
  url,
  path,
  method,
  headers,
  args,
  cookies: parseCookies(headers.cookie),
  body: json,
  json,
  form: null,
  files: {},
  data: null,
  meta: { timestamp: new Date().toISOString(), source: 'bench' },
});

export const startByHand = (port) =>
  createServer((request, response) => {
    const answer = (text) => {
      const url = new URL(request.url, `http://${request.headers.host}`);
      const args = Object.fromEntries(url.searchParams);
      const echo = createEchoObject(
        url.href,
        url.pathname,
        request.method,
        request.headers,
        args,
        text === '' ? null : JSON.parse(text),
      );
      const body = JSON.stringify(echo);
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    };
    if (request.method === 'GET') answer('');
    else readBody(request, answer);
  }).listen(port, '127.0.0.1');
