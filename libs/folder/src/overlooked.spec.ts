import { unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { type House, testInHouse, layouts } from './testing/house.js';

const request = (name: string, more = '') =>
  `info:\n  name: ${name}\n  type: http\nhttp:\n  method: GET\n  url: http://127.0.0.1/${more}\n`;

const manifest = 'opencollection: "1.0.0"\ninfo:\n  name: N\n';
const environment = 'name: dev\nvariables:\n  - name: a\n    value: b\n';
const script = 'export function onTest() {}\n';

/** A file that looks like part of a collection, and what is reported about it. */
const files: readonly [path: string, text: string | Uint8Array, message: RegExp][] = [
  ['upper.YML', request('upper'), /extension must be in lower case/],
  ['environments/dev.YAML', environment, /extension must be in lower case/],
  ['good.JS', script, /extension must be in lower case/],
  ['old.bru', 'meta {\n  name: x\n}\n', /tandem import/],
  ['orphan.js', script, /orphan\.yml is missing/],
  ['soap.yml', 'info:\n  name: u\n  type: soap\nsoap:\n  url: x\n', /info\.type is "soap"/],
  ['socket.yml', 'info:\n  name: w\n  type: websocket\nwebsocket:\n  url: ws://h\n', /websocket/],
  ['untyped.yml', 'info:\n  name: t\nhttp:\n  method: GET\n', /info\.type is ""/],
  ['no-info.yml', request('x').slice(request('x').indexOf('http:')), /info/],
  ['capital.yml', request('x').replace('info:', 'Info:'), /info/],
  ['bad.yml', request('bad').replace('url: ', 'url: "'), /./],
  ['no-map.yml', 'info:\n : : [\n', /mappings/],
  ['latin.yml', new Uint8Array([...new TextEncoder().encode(request('latin')), 0xe9, 10]), /not UTF-8/],
  ['nested/opencollection.yml', manifest, /manifest of another collection/],
  ['folder.yml', 'info:\n  name: Root\n  type: folder\n', /describes no folder/],
  ['sub/other.yml', 'info:\n  name: Sub\n  type: folder\n', /folder/],
  ['environments/sub/dev.yml', environment, /environment|info\.type/],
  ['dev.yml', environment, /environment|info\.type/],
];

const writeGoodFiles = async (house: House) => {
  await house.write('opencollection.yml', manifest);
  await house.write('good.yml', request('good'));
};

describe.each(layouts)('in a folder in the layout %s', (layout) => {
  it.each(files)(
    'the file %s is reported, and the others are read',
    { tags: 'folder:overlooked' },
    (path, text, message) =>
      testInHouse(async (house) => {
        await writeGoodFiles(house);
        await house.write(path, text);
        const { invalid, warnings } = await house.synchronize();
        const named = [...invalid, ...warnings].filter((one) => one.path === path);
        expect(named).toMatchObject([{ message: expect.stringMatching(message) as string }]);
        expect((await house.all()).map(({ name }) => name)).toEqual(['good']);
      }, layout)(),
  );

  it.each([
    ['flow.yml', '{info: {name: flow, type: http}, http: {method: GET, url: "http://127.0.0.1/"}}\n'],
    [
      'marked.yml',
      '# a note\n---\n{info: {name: flow, type: http}, http: {method: GET, url: "http://a/"}}\n',
    ],
    ['indented.yml', request('flow').replaceAll(/^/gm, '  ').trimEnd()],
    ['bom.yml', `\ufeff${request('flow')}`],
    ['long.yaml', request('flow')],
  ])('the request %s is read in any notation', { tags: 'folder:overlooked' }, (path, text) =>
    testInHouse(async (house) => {
      await writeGoodFiles(house);
      await house.write(path, text);
      expect(await house.synchronize()).toMatchObject({ invalid: [], warnings: [] });
      expect((await house.all()).map(({ name }) => name).sort()).toEqual(['flow', 'good']);
    }, layout)(),
  );

  it(
    'a manifest that cannot be parsed is reported with its line',
    { tags: 'folder:overlooked' },
    testInHouse(async (house) => {
      await house.write('opencollection.yml', 'info:\n : : [\n');
      await house.write('good.yml', request('good'));
      const { invalid } = await house.synchronize();
      expect(invalid).toMatchObject([{ path: 'opencollection.yml', line: 2 }]);
    }, layout),
  );
});

it(
  'files of other programs beside a collection are ignored without a message',
  { tags: 'folder:overlooked' },
  testInHouse(async (house) => {
    await writeGoodFiles(house);
    await house.write('ci.yml', 'name: CI\non: push\nvariables:\n  A: b\njobs: {}\n');
    await house.write('api.yml', 'openapi: 3.0.0\ninfo:\n  title: T\n  version: "1"\npaths: {}\n');
    await house.write('proxy.yml', 'http:\n  routers:\n    a:\n      rule: Host(`a`)\n');
    await house.write('indented.yml', '  http: true\n  routes: none\n');
    await house.write('compose.yaml', '{"services": {"a": {"image": "x"}}}\n');
    await house.write('main.js', 'export const main = () => 1;\n');
    await house.write('template.yml', '{{- if .Values.x }}\nname: {{ .name }}\n{{- end }}\n');
    expect(await house.synchronize()).toMatchObject({ invalid: [], warnings: [] });
    expect(await unwrapResult(house.store.environments.list(house.workspace.id))).toEqual([]);
  }, 'own'),
);
