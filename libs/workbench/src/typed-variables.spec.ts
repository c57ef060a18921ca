import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

let on: OnDisk;
let file = '';
const requestedUrls: string[] = [];

const synchronize = () => unwrapResult(on.application.synchronization.synchronize({}));

beforeAll(async () => {
  on = await openOnDisk((request, response) => {
    requestedUrls.push(request.url ?? '');
    response.end();
  });
  const { id } = await unwrapResult(
    on.application.environments.create({
      name: 'Dev',
      variables: { flag: false, count: 2, id: '007', none: null, user: { address: { city: 'Bonn' } } },
    }),
  );
  await unwrapResult(on.application.environments.activate({ id }));
  await synchronize();
  const found = (await readdir(on.folder, { recursive: true })).find((one) => /Dev\.yml$/i.test(one));
  file = join(on.folder, found ?? '');
});
afterAll(() => on.close());

const variables = async () => {
  const { environments } = await unwrapResult(on.application.environments.list({}));
  return environments.find(({ name }) => name === 'Dev')?.variables;
};

describe('a typed variable', { tags: ['variables:types', 'variables:paths'] }, () => {
  it("is stored in its environment's file with its type, as in OpenCollection", async () => {
    const text = await readFile(file, 'utf8');
    for (const lines of [
      /name: flag\n\s+value:\n\s+type: boolean\n\s+data: "?false"?\n/,
      /name: count\n\s+value:\n\s+type: number\n\s+data: "?2"?\n/,
      /name: id\n\s+value: "007"\n/,
      /name: user\n\s+value:\n\s+type: object\n\s+data: .*address.*city.*Bonn/,
    ])
      expect(text).toMatch(lines);
  });

  it('takes the value from its file, and keeps its type', async () => {
    const text = await readFile(file, 'utf8');
    await writeFile(
      file,
      text.replace('Bonn', 'Köln').replace(/data: "?2"?/, 'data: "12345678901234567890"'),
    );
    await synchronize();
    expect(await variables()).toMatchObject([
      { name: 'flag', value: 'false', type: 'boolean' },
      { name: 'count', value: '12345678901234567890', type: 'number' },
      { name: 'id', value: '007' },
      { name: 'none', value: 'null', type: 'null' },
      { name: 'user', value: '{"address":{"city":"Köln"}}', type: 'object' },
    ]);
  });

  it('has a value of its type in scripts, and gets the type of a value that a script sets', async () => {
    const request = await on.create({
      name: 'Typed',
      url: `${on.url}/{{user.address.city}}?n={{count}}`,
      script: `export const onRequest = ({ env }) => {
        console.log(env.getVariable('flag') === false, env.getVariable('none'), env.getVariable('user').address.city);
        env.setVariable('flag', [1, true]);
      };`,
    });
    const { logs } = await on.execute(request.id);
    expect(logs).toMatchObject([{ message: 'true null Köln' }]);
    expect(requestedUrls).toEqual(['/K%C3%B6ln?n=12345678901234567890']);
    const [flag] = (await variables()) ?? [];
    expect(flag).toMatchObject({ name: 'flag', value: '[1,true]', type: 'object' });
  });
});
