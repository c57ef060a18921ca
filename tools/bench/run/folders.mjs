import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { bruno, httpyac, postman } from '../scripting/peers.mjs';

const requestFile = (name, url, seq) =>
  `info:\n  name: ${name}\n  type: http\n  seq: ${seq}\nhttp:\n  method: GET\n  url: ${url}\n`;

const script = `export function onRequest(req) { req.headers.set('x-one', 'one'); }
export function onTest(req, res) {
  test('status', () => expect(res.status).toBe(200));
  test('body', () => expect(res.json().a[0]).toBe(1));
}
`;

/** A workspace folder of Tandem with `count` requests, with or without scripts. */
export const writeTandem = async (folder, url, count, scripts = true) => {
  const data = join(folder, 'tandem');
  await mkdir(data, { recursive: true });
  await writeFile(join(data, 'opencollection.yml'), 'opencollection: "1.0.0"\ninfo:\n  name: bench\n');
  for (let index = 1; index <= count; index++) {
    await writeFile(join(data, `one-${index}.yml`), requestFile(`One ${index}`, url, index));
    if (scripts) await writeFile(join(data, `one-${index}.js`), script);
  }
};

/** The same requests for the peers: a collection, a folder of Bruno and a file of httpyac. */
export const writePeers = async (folder, url, count) => {
  const bru = join(folder, 'bru');
  await mkdir(bru, { recursive: true });
  await writeFile(join(folder, 'postman.json'), JSON.stringify(postman(url, count)));
  await writeFile(join(folder, 'all.http'), httpyac(url, count));
  await writeFile(join(bru, 'bruno.json'), '{ "version": "1", "name": "bench", "type": "collection" }\n');
  for (let index = 1; index <= count; index++) {
    const text = bruno(url).replace('name: One', `name: One ${index}`).replace('seq: 1', `seq: ${index}`);
    await writeFile(join(bru, `one-${index}.bru`), text);
  }
};
