import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createBrunoFile, createHttpyacFile, createPostmanCollection } from '../scripting/peers.mjs';

const requestFile = (name, url, seq) =>
  `info:\n  name: ${name}\n  type: http\n  seq: ${seq}\nhttp:\n  method: GET\n  url: ${url}\n`;

const script = `export function onRequest(req) { req.headers.set('x-one', 'one'); }
export function onTest(req, res) {
  test('status', () => expect(res.status).toBe(200));
  test('body', () => expect(res.json().a[0]).toBe(1));
}
`;

/** Writes a workspace folder of Tandem with `count` requests, with or without scripts. */
export const writeTandem = async (folder, url, count, scripts = true) => {
  const data = join(folder, 'tandem');
  await mkdir(data, { recursive: true });
  await writeFile(join(data, 'opencollection.yml'), 'opencollection: "1.0.0"\ninfo:\n  name: bench\n');
  for (let index = 1; index <= count; index++) {
    await writeFile(join(data, `one-${index}.yml`), requestFile(`One ${index}`, url, index));
    if (scripts) await writeFile(join(data, `one-${index}.js`), script);
  }
};

/** Writes the same requests for the other tools: a collection, a Bruno folder and an httpyac file. */
export const writePeers = async (folder, url, count) => {
  const bru = join(folder, 'bru');
  await mkdir(bru, { recursive: true });
  await writeFile(join(folder, 'postman.json'), JSON.stringify(createPostmanCollection(url, count)));
  await writeFile(join(folder, 'all.http'), createHttpyacFile(url, count));
  await writeFile(join(bru, 'bruno.json'), '{ "version": "1", "name": "bench", "type": "collection" }\n');
  for (let index = 1; index <= count; index++) {
    const text = createBrunoFile(url)
      .replace('name: One', `name: One ${index}`)
      .replace('seq: 1', `seq: ${index}`);
    await writeFile(join(bru, `one-${index}.bru`), text);
  }
};

const joinLines = (...all) => all.join('\n');

/** Scripts with chai and another library, as is common in collections. */
const postmanScripts = {
  before: joinLines(
    `pm.request.headers.add({ key: 'x-one', value: 'one' });`,
    `pm.environment.set('seen', 1);`,
  ),
  tests: joinLines(
    `const lodash = require('lodash');`,
    `pm.test('status', () => pm.response.to.have.status(200));`,
    `pm.test('body', () => pm.expect(lodash.get(pm.response.json(), 'a[0]')).to.equal(1));`,
    `pm.environment.set('last', pm.response.code);`,
  ),
};

const brunoScripts = {
  before: joinLines(`req.setHeader('x-one', 'one');`, `bru.setVar('seen', 1);`),
  tests: joinLines(
    `const moment = require('moment');`,
    `test('status', () => expect(res.getStatus()).to.equal(200));`,
    `test('body', () => expect(res('a[0]')).to.equal(1));`,
    `test('year', () => expect(moment('2026-01-02').year()).to.equal(2026));`,
    `bru.setEnvVar('last', res.getStatus());`,
  ),
};

/** Writes a Postman collection with scripts, as `postman.json`. */
export const writePostman = async (folder, url, count) => {
  const event = [
    { listen: 'prerequest', script: { exec: postmanScripts.before.split('\n') } },
    { listen: 'test', script: { exec: postmanScripts.tests.split('\n') } },
  ];
  const item = Array.from({ length: count }, (_, at) => ({
    name: `One ${at}`,
    request: { method: 'GET', url },
    event,
  }));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'postman.json'), JSON.stringify({ ...createPostmanCollection(url, 0), item }));
};

/** Writes a Bruno collection with scripts into the folder `tandem`. Both tools run it unchanged. */
export const writeBruno = async (folder, url, count) => {
  const data = join(folder, 'tandem');
  await mkdir(join(data, 'environments'), { recursive: true });
  const put = (file, content) => writeFile(join(data, file), JSON.stringify(content));
  await put('opencollection.yml', { opencollection: '1.0.0', info: { name: 'bench' }, bundled: false });
  await put('environments/local.yml', { name: 'local', variables: [{ name: 'last', value: '' }] });
  const scripts = [
    { type: 'before-request', code: brunoScripts.before },
    { type: 'tests', code: brunoScripts.tests },
  ];
  for (let at = 1; at <= count; at++)
    await put(`one-${at}.yml`, {
      info: { name: `One ${at}`, type: 'http', seq: at },
      http: { method: 'GET', url },
      runtime: { scripts },
    });
};
