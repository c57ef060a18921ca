import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type OpenedWorkspace, openWorkspace, requestFile } from './workspace.js';

let on: OpenedWorkspace;
beforeEach(async () => {
  on = await openWorkspace();
});
afterEach(() => on.close());

const ours = `export async function onRequest(req) {
  const res = await send({ url: '{{url}}/token', method: 'POST' });
  req.headers.set('x-token', String(res.status));
}
`;

const bruno = [
  { type: 'before-request', code: `const { header } = require('./lib/token'); await header(req);` },
  { type: 'tests', code: `test('has it', () => expect(req.getHeader('X-Token')).to.equal('200'));` },
];

/** A file that sends requests and is required by the request's script. */
const library = `const axios = require('axios');
module.exports.header = async (req) => {
  const { status } = await axios.post(bru.getEnvVar('url') + '/token', { user: 'ann' });
  req.setHeader('X-Token', String(status));
};
`;

const putBruno = async (): Promise<void> => {
  const request = {
    info: { name: 'Users', type: 'http', seq: 1 },
    http: { method: 'GET', url: '{{url}}/users' },
    runtime: { scripts: bruno },
  };
  await on.put('users.yml', JSON.stringify(request));
  await on.put('lib/token.js', library);
  await on.put('environments/local.yml', `name: Local\nvariables:\n  - name: url\n    value: ${on.url}\n`);
};

const run = (...flags: readonly string[]) => on.tandem(['run', on.folder, ...flags]);

describe('tandem run --allow-script-requests', { tags: ['calls:allowed', 'foreign:bruno:files'] }, () => {
  it('lets the scripts of a Bruno folder and the files that they require send requests', async () => {
    await putBruno();
    expect(await run('--allow-script-requests')).toMatchObject({ code: 0 });
    expect(on.seen).toEqual(['/token', '/users']);
  });

  it("lets Tandem's own scripts send requests", async () => {
    await on.put(
      'users.yml',
      `info:\n  name: Users\n  type: http\nhttp:\n  method: GET\n  url: ${on.url}/users\n`,
    );
    await on.put('users.js', ours.replace('{{url}}', on.url));
    expect(await run('--allow-script-requests')).toMatchObject({ code: 0 });
    expect(on.seen).toEqual(['/token', '/users']);
  });

  it("is named in the error about a script's call that was refused because the flag is missing", async () => {
    await putBruno();
    const { code, stdout, stderr } = await run();
    expect(code).toBe(1);
    expect(stdout + stderr).toContain('--allow-script-requests');
    expect(on.seen).toEqual([]);
  });

  it('lets the scripts of an imported Postman collection send requests', async () => {
    const exec = [
      `pm.sendRequest('${on.url}/token', (error, res) => {`,
      `  pm.test('token', () => pm.expect(res.code).to.equal(200));`,
      `});`,
    ];
    const collection = {
      info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      item: [
        {
          name: 'Users',
          request: { method: 'GET', url: `${on.url}/users` },
          event: [{ listen: 'test', script: { exec } }],
        },
      ],
    };
    const file = join(on.folder, 'shop.json');
    await writeFile(file, JSON.stringify(collection));
    expect(await on.tandem(['import', file, on.folder])).toMatchObject({ code: 0 });
    expect(await run()).toMatchObject({ code: 1 });
    expect(on.seen).toEqual(['/users']);
    expect(await run('--allow-script-requests')).toMatchObject({ code: 0 });
    expect(on.seen.slice(1)).toEqual(['/users', '/token']);
  });
});

describe('the scripts of a folder', () => {
  it(
    'can read secrets without approval, because the folder is the user’s checkout',
    { tags: 'trust:scripts' },
    async () => {
      await on.put('users.yml', requestFile('Users', `${on.url}/users`, 1));
      await on.put(
        'users.js',
        "export const onRequest = (req) => req.headers.set('x-key', req.env.getSecret('KEY'));\n",
      );
      await on.put('environments/local.yml', 'name: Local\nvariables:\n  - secret: true\n    name: KEY\n');
      const keys: unknown[] = [];
      on.state.answer = ({ headers }, response) => {
        keys.push(headers['x-key']);
        response.end('{}');
      };
      const { code } = await on.tandem(['run', on.folder, '--env', 'Local'], {
        TANDEM_SECRET_KEY: 'k-1234567',
      });
      expect([code, keys]).toEqual([0, ['k-1234567']]);
    },
  );
});
