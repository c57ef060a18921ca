import { type CallContext, type ImportResult, createQuietContext } from '@tandem/application';
import { describe as describeError } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

let on: OnDisk;
beforeAll(async () => {
  on = await openOnDisk((_, response) => response.end('{}'));
});
afterAll(() => on.close());

const item = (name: string) => ({ name, request: { method: 'GET', url: 'http://127.0.0.1:9/' } });

/** A folder and a request of the same name, two requests of the same name, and an empty folder. */
const collection = (name: string, more: object = {}): string =>
  JSON.stringify({
    info: { name, schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [
      { name: 'Users', item: [item('List'), item('List'), { name: 'Deep', item: [item('GET /a/b')] }] },
      item('Users'),
      { name: 'Nothing', item: [] },
      { name: 'Orders', item: [item('Place')] },
    ],
    ...more,
  });

type ImportInput = Parameters<typeof on.application.imports.apply>[0];
const apply = (asked: ImportInput, context: CallContext = createQuietContext()) =>
  unwrapResult<ImportResult>(on.application.imports.apply(asked, context));

const readRefusal = async (
  asked: ImportInput,
  context: CallContext = createQuietContext(),
): Promise<string> => {
  const outcome = await on.application.imports.apply(asked, context)();
  if (E.isRight(outcome)) throw new Error('It was imported');
  return describeError(outcome.left);
};

const listFolders = async (root: string) => {
  const { folders } = await unwrapResult(on.application.folders.list({}));
  return folders.flatMap(({ path }) => (path.startsWith(`${root}/`) ? [path.slice(root.length + 1)] : []));
};
const listRequests = async (root: string) => {
  const { requests } = await unwrapResult(on.application.rest.list({ take: 200 }));
  const within = requests.filter(({ folder }) => `${folder}/`.startsWith(`${root}/`));
  return within.map(({ folder, name }) => `${folder.slice(root.length + 1)}/${name}`).sort();
};

describe('the selection of parts to import', () => {
  it(
    'is offered by paths that distinguish requests of the same name',
    { tags: 'import:choice' },
    async () => {
      const { requests, folders } = await apply({ text: collection('Paths'), dryRun: true, all: true });
      expect(requests.map(({ folder, name, path }) => path ?? `${folder}/${name}`)).toEqual([
        'Users/List',
        'Users/List 2',
        'Users/Deep/GET /a/b',
        'Users 2',
        'Orders/Place',
      ]);
      expect(folders).toEqual(['Users', 'Users/Deep', 'Nothing', 'Orders']);
    },
  );

  it.each<[string, Pick<ImportInput, 'only' | 'without'>, readonly string[], readonly string[]]>([
    ['a folder', { only: ['Orders'] }, ['Orders/Place'], ['Orders']],
    ['a request of a folder', { only: ['Users/List 2'] }, ['Users/List'], ['Users']],
    [
      'a folder but not the request of its name',
      { only: ['Users/'] },
      ['Users/Deep/GET /a/b', 'Users/List', 'Users/List'],
      ['Users', 'Users/Deep'],
    ],
    ['all but some', { without: ['Users', 'Nothing'] }, ['/Users', 'Orders/Place'], ['Orders']],
    [
      'a folder without a part',
      { only: ['Users/', 'Nothing'], without: ['Users/Deep', 'Users/List'] },
      ['Users/List'],
      ['Users', 'Nothing'],
    ],
  ])('imports %s', { tags: 'import:choice' }, async (name, choice, requests, folders) => {
    const { folder, counts } = await apply({ text: collection(name), ...choice });
    expect(await listRequests(folder)).toEqual(requests);
    expect(await listFolders(folder)).toEqual(folders);
    expect(counts.requests).toBe(requests.length);
  });

  it('imports some of the environments', { tags: 'import:choice' }, async () => {
    const text = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Envs', version: '1' },
      servers: [
        { url: 'http://127.0.0.1:9/a', description: 'One' },
        { url: 'http://127.0.0.1:9/b', description: 'Two' },
      ],
      paths: { '/a': { get: { summary: 'A' } } },
    });
    const { environments } = await apply({ text, dryRun: true });
    const [first = '', second = ''] = environments.map(({ name, original = name }) => original);
    const made = await apply({ text, environments: [second] });
    expect(made.environments.map(({ name }) => name)).toEqual([second]);
    const again = await apply({ text, environments: [first, second], dryRun: true });
    expect(again.environments.map(({ original = '' }) => original)).toEqual(['', second]);
    expect((await apply({ text, environments: [] })).environments).toEqual([]);
  });

  it('reports a path that matches nothing, with similar paths', { tags: 'import:choice' }, async () => {
    const text = collection('Refused');
    expect(await readRefusal({ text, only: ['Userz'] })).toMatch(
      /only has “Userz”, which is no folder or request of the document; did you mean Users/,
    );
    expect(await readRefusal({ text, without: ['zzzzzzzz'] })).toMatch(/; dryRun lists them/);
    expect(await readRefusal({ text, environments: ['Local'] })).toMatch(/no environment of the document/);
    expect(await readRefusal({ text, only: [] })).toMatch(/has nothing in it that was chosen/);
  });

  it('reports which requests an update changes', { tags: ['import:choice', 'import:update'] }, async () => {
    const of = (summary: string, paths: object = {}): string =>
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Chosen update', version: '1' },
        paths: {
          '/a': { get: { summary: `A ${summary}` } },
          '/b': { get: { summary: `B ${summary}` } },
          ...paths,
        },
      });
    const { folder } = await apply({ text: of('old', { '/gone': { get: { summary: 'Gone' } } }) });
    const text = of('new', { '/c': { get: { summary: 'C' } } });
    const { update } = await apply({ text, update: true, without: ['B new', 'C', 'Gone'] });
    expect(update?.changes.map(({ outcome, name }) => [outcome, name])).toEqual([['changed', 'A new']]);
    expect(await listRequests(folder)).toEqual(['/A new', '/B old', '/Gone']);
    // The next update imports the omitted parts.
    const next = await apply({ text, update: true });
    expect(next.update?.counts).toMatchObject({ new: 1, changed: 1, gone: 1, unchanged: 1 });
  });
});

describe('a stopped import', () => {
  it(
    'creates nothing, whether it is stopped before its transaction or within it',
    { tags: 'import:stopped' },
    async () => {
      const before = await listFolders('');
      const many = Array.from({ length: 300 }, (_, at) => item(`R${at}`));
      const text = collection('Stopped', { item: many });
      const controller = new AbortController();
      const progress = (done: number): void => {
        if (done === 200) controller.abort();
      };
      const stopping: CallContext = { signal: controller.signal, progress };
      expect(await readRefusal({ text }, stopping)).toMatch(
        /was not imported, because the import was stopped/,
      );
      expect(await readRefusal({ text }, stopping)).toMatch(/because the import was stopped/);
      const { folders } = await unwrapResult(on.application.folders.list({}));
      expect(folders.map(({ path }) => path)).not.toContain('Stopped');
      expect(await listFolders('')).toEqual(before);
    },
  );
});
