import { type ImportResult, type ImportsResult, createQuietContext } from '@tandem/application';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

const token = 'tok-9fQ2kLz81xAbC7';
const other = 'pr0d-Zx81mQw7KpLmN';
const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

let on: OnDisk;
beforeAll(async () => {
  on = await openOnDisk((_, response) => response.end('{}'));
  await unwrapResult(
    on.application.environments.create({
      name: 'Dev',
      secrets: { TOKEN: token, STAGED: other },
    }),
  );
  await unwrapResult(
    on.application.environments.create({ name: 'Prod', secrets: { STAGED: 'something-else-7Kq' } }),
  );
});
afterAll(() => on.close());

/** A collection with one request that contains a value in its URL, a header, its body and its script. */
const collection = (value: string, script: readonly string[] = []): string =>
  JSON.stringify({
    info: { name: 'Shop', schema },
    item: [
      {
        name: 'Pay',
        event: [{ listen: 'test', script: { exec: script } }],
        request: {
          method: 'POST',
          url: `http://127.0.0.1:9/pay?ref=${value}`,
          header: [{ key: 'X-Trace', value }],
          body: { mode: 'raw', raw: `{"ref": "${value}"}` },
        },
      },
    ],
  });

const environment = JSON.stringify({
  name: 'Shared',
  values: [{ key: 'SHARED', value: 'sh4-9fQ2kLz81xAbC7', type: 'secret', enabled: true }],
  _postman_variable_scope: 'environment',
});

const apply = (asked: Parameters<OnDisk['application']['imports']['apply']>[0]) =>
  unwrapResult<ImportResult>(on.application.imports.apply(asked, createQuietContext()));

/** Reads the stored text of a folder's only request. */
const readStoredText = async (folder: string): Promise<string> => {
  const { requests } = await unwrapResult(on.application.rest.list({ take: 100 }));
  const found = requests.find((one) => one.folder === folder);
  if (found === undefined) throw new Error(`there is no request in ${folder}`);
  return JSON.stringify(await unwrapResult(on.application.rest.get({ id: found.id })));
};

const places = ['queryParams[0].value', 'headers[0].value', 'body.content'] as const;
const createSecretNotes = (secret: string, now: 'named' | 'plain', some: readonly string[] = places) =>
  some.map((place) => ({ place: `the request “Pay”: ${place}`, secret, now }));

describe(
  'an import whose text contains the value of a workspace secret',
  { tags: 'import:secrets:place' },
  () => {
    it('replaces the value with a reference to the secret, and reports where', async () => {
      const planned = await apply({ text: collection(token), dryRun: true });
      expect(planned.knownSecrets).toEqual(createSecretNotes('TOKEN', 'named'));
      const { folder, knownSecrets } = await apply({ text: collection(token) });
      expect(knownSecrets).toEqual(createSecretNotes('TOKEN', 'named'));
      const stored = await readStoredText(folder);
      expect(stored).toContain('"name":"ref","value":"{{TOKEN}}"');
      expect(stored).not.toContain(token);
      const { withheld } = await unwrapResult(on.application.synchronization.synchronize({}));
      expect(withheld).toEqual([]);
    });

    it('keeps and reports the value if a reference would not have the same effect', async () => {
      const { folder, knownSecrets } = await apply({
        text: collection('plain', [`const key = '${token}';`]),
      });
      expect(knownSecrets).toEqual(createSecretNotes('TOKEN', 'plain', ['foreign.tests']));
      expect(await readStoredText(folder)).toContain(token);
    });

    it('keeps and reports the value if the secret has a different value in another environment', async () => {
      const { knownSecrets, ...others } = await apply({ text: collection(other), dryRun: true });
      expect(knownSecrets).toEqual(createSecretNotes('STAGED', 'plain'));
      expect(JSON.stringify(others.leftOut)).not.toContain(other);
    });

    it('does not quote the value where it is part of a name', async () => {
      const text = collection('plain').replace('"Pay"', `"Pay ${token}"`);
      const result = await apply({ text, dryRun: true });
      expect(result.knownSecrets).toEqual([
        { place: 'the request “Pay {{TOKEN}}”: name', secret: 'TOKEN', now: 'plain' },
      ]);
    });

    it.each([false, true])(
      "uses the secret's name from a document imported together with it, dry run: %s",
      async (dryRun) => {
        const documents = [{ text: collection('sh4-9fQ2kLz81xAbC7') }, { text: environment }];
        const asked = { documents, dryRun };
        const { imports } = await unwrapResult<ImportsResult>(
          on.application.imports.applyMany(asked, createQuietContext()),
        );
        expect(imports[0]?.result?.knownSecrets).toEqual(createSecretNotes('SHARED', 'named'));
      },
    );
  },
);

it(
  'the report on a document without secrets lists no replacements',
  { tags: 'import:secrets:place' },
  async () => {
    expect((await apply({ text: collection('plain'), dryRun: true })).knownSecrets).toBeUndefined();
  },
);
