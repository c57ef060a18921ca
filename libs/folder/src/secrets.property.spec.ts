import { dirname, join } from 'node:path';

import { isMethod } from '@tandem/core';
import { unwrapResult } from '@tandem/core/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readFiles, testInWorkspace } from './testing/house.js';

const secrets = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9]{6,24}$/),
  fc.stringMatching(/^[a-z0-9]{3,6}-[a-z0-9]{3,6}$/),
  fc.string({ minLength: 6, maxLength: 20, unit: 'grapheme' }).filter((text) => text.trim().length >= 6),
);

/** The ways in which people write a secret into a field. */
const forms: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => `before ${secret} after`,
  (secret) => encodeURIComponent(secret),
  (secret) => Buffer.from(secret).toString('base64'),
  (secret) => `Basic ${Buffer.from(`user:${secret}`).toString('base64')}`,
  (secret) => JSON.stringify({ a: secret }),
];

const pair = (name: string, value: string) => ({ name, value, enabled: true });

const fields: Readonly<Record<string, (text: string) => object>> = {
  name: (text) => ({ name: text }),
  folder: (text) => ({ folder: `A/${text}/B` }),
  description: (text) => ({ description: `line\n${text}` }),
  method: (text) => ({ method: text }),
  url: (text) => ({ url: `http://h/${text}` }),
  header: (text) => ({ headers: [pair('a', '1'), pair('x', text)] }),
  headerName: (text) => ({ headers: [pair(text, '1')] }),
  query: (text) => ({ queryParams: [pair('a', text)] }),
  pathParam: (text) => ({ pathParams: [pair('a', text)] }),
  json: (text) => ({ body: { type: 'json', content: text } }),
  form: (text) => ({ body: { type: 'form-urlencoded', fields: [pair('a', text)] } }),
  basic: (text) => ({ auth: { type: 'basic', username: 'u', password: text } }),
  bearer: (text) => ({ auth: { type: 'bearer', token: text } }),
  script: (text) => ({ script: `const a = ${JSON.stringify(text)};\n` }),
};

const isThere = (text: string, secret: string): boolean =>
  [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').replace(/=+$/, '')].some(
    (form) => text.includes(form),
  ) ||
  [...text.matchAll(/[A-Za-z0-9+/]{8,}/g)].some(([token]) => Buffer.from(token, 'base64').includes(secret));

describe('the value of a secret', () => {
  it(
    'is nowhere in the folder, whatever field contains it, and other values are written',
    { tags: 'folder:secrets' },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          secrets,
          fc.constantFrom(...Object.keys(fields)),
          fc.constantFrom(...forms),
          async (secret, field, form) => {
            await testInWorkspace(async (house) => {
              const environment = await house.environment();
              const own = {
                ...environment,
                revision: 2,
                secrets: [pair('TOKEN', secret)],
                variables: [pair('v', form(secret))],
              };
              await unwrapResult(house.store.environments.replace(own, 1));
              const text = form(secret);
              await house.createRest({
                name: 'Plain',
                url: 'http://h/',
                script: '',
                ...fields[field]?.(text),
              });
              await house.createRest({ name: 'Other', url: 'http://h/', script: '', description: 'kept' });
              const report = await house.synchronize();
              expect(report.withheld.length).toBeGreaterThan(0);
              for (const { secret: name } of report.withheld) expect(name).toBe('TOKEN');
              for (const [path, content] of Object.entries(await readFiles(house.root))) {
                expect({ path, there: isThere(path, secret) || isThere(content, secret) }).toEqual({
                  path,
                  there: false,
                });
              }
              const before = await house.all();
              const again = await house.synchronize();
              expect(again).toMatchObject({ written: [], pulled: [], merged: [], conflicts: [] });
              expect(again.withheld).toEqual(report.withheld);
              expect(await house.all()).toEqual(before);
              expect(
                await unwrapResult(house.store.environments.get(house.workspace.id, environment.id)),
              ).toMatchObject(own);
            })();
          },
        ),
        { numRuns: 150 },
      );
    },
  );

  it(
    'is removed in one synchronization from old files that contain it, and from files that add it',
    { tags: 'folder:secrets' },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          secrets,
          // Directories keep their names, because other people use them too, so a secret in a folder's name is not removed.
          fc.constantFrom(...Object.keys(fields).filter((name) => name !== 'folder')),
          fc.constantFrom(...forms),
          async (secret, field, form) => {
            await testInWorkspace(async (house) => {
              const text = form(secret);
              // A file with an invalid method is not imported.
              fc.pre(field !== 'method' || isMethod(text));
              const base = { name: 'Plain', url: 'http://h/', script: '' };
              const id = await house.createRest({ ...base, ...fields[field]?.(text) });
              await house.synchronize();
              const stored = await house.get(id);
              const [path, file] = Object.entries(await house.files()).find(([, one]) =>
                one.includes(id),
              ) ?? ['', ''];
              await house.write(join(dirname(path), 'copy.yml'), file.slice(0, file.indexOf('x-tandem:')));
              const environment = await house.environment();
              const own = { ...environment, revision: 2, secrets: [pair('TOKEN', secret)] };
              await unwrapResult(house.store.environments.replace(own, 1));
              const report = await house.synchronize();
              expect(report.withheld.length).toBeGreaterThan(0);
              expect(await house.get(id)).toEqual(stored);
              for (const [at, content] of Object.entries(await readFiles(house.root)))
                expect({ at, there: isThere(at, secret) || isThere(content, secret) }).toEqual({
                  at,
                  there: false,
                });
              const before = await house.all();
              const again = await house.synchronize();
              expect(again).toMatchObject({
                written: [],
                pulled: [],
                merged: [],
                renamed: [],
                conflicts: [],
              });
              expect(again.withheld).toEqual(report.withheld);
              expect(await house.all()).toEqual(before);
            })();
          },
        ),
        { numRuns: 60 },
      );
    },
  );

  it(
    'is read from the app or the system if a file contains only its name',
    { tags: 'folder:secrets:clone' },
    testInWorkspace(async (house) => {
      await house.synchronize();
      await house.edit(
        'environments/Default.yml',
        'name: Default',
        'name: Default\nvariables:\n  - secret: true\n    name: TOKEN',
      );
      await house.synchronize();
      const { id, secrets: known, ...rest } = await house.environment();
      expect(known).toEqual([pair('TOKEN', '')]);
      house.plan.outside = { TOKEN: 'from outside' };
      await house.createRest({ name: 'R', url: 'http://h/from%20outside', script: '' });
      expect((await house.synchronize()).withheld).toMatchObject([{ field: 'url', secret: 'TOKEN' }]);
      const own = {
        ...rest,
        id: id,
        revision: rest.revision + 1,
        secrets: [pair('TOKEN', 's3cr3t!')],
      };
      await unwrapResult(house.store.environments.replace(own, rest.revision));
      await house.edit('environments/Default.yml', 'name: Default', 'name: Local');
      await house.synchronize();
      expect(await house.environment()).toMatchObject({ name: 'Local', secrets: [pair('TOKEN', 's3cr3t!')] });
    }),
  );
});
