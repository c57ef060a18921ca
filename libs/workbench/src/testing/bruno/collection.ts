import type { BrunoItem } from './item.js';
import { otherItems } from './others.js';
import { requestItems } from './requests.js';
import { responseItems } from './responses.js';
import { documentedItems } from './documented.js';
import { fileItems, files, developerFileItems } from './files.js';
import { deepItems, developerItems, executedItems, sendingItems } from './sends.js';
import { variableItems } from './variables.js';

/** Covers each function of `bru`, `req` and `res`, and the libraries. */
export const brunoItems: readonly BrunoItem[] = [
  ...requestItems,
  ...variableItems,
  ...responseItems,
  ...documentedItems,
  ...sendingItems,
  ...fileItems,
  ...otherItems,
];

type LevelScripts = Pick<BrunoItem, 'before' | 'after' | 'tests' | 'assertions' | 'set'>;

const createRuntime = ({ before, after, tests, assertions = [], set = {} }: LevelScripts) => {
  const scripts = [
    ['before-request', before],
    ['after-response', after],
    ['tests', tests],
  ].flatMap(([type, code]) => (code === undefined ? [] : [{ type, code }]));
  return {
    scripts,
    ...(assertions.length === 0
      ? {}
      : {
          assertions: assertions.map(([expression, operator, value]) => ({
            expression,
            operator,
            ...(value === undefined ? {} : { value }),
          })),
        }),
    ...(Object.keys(set).length === 0
      ? {}
      : {
          actions: Object.entries(set).map(([name, expression]) => ({
            type: 'set-variable',
            phase: 'after-response',
            selector: { expression, method: 'jsonq' },
            variable: { name, scope: 'runtime' },
          })),
        }),
  };
};

const toPairs = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

const getRequest = (item: BrunoItem, seq: number) => ({
  info: {
    name: item.name,
    type: 'http',
    seq,
    ...(item.tags === undefined ? {} : { tags: item.tags }),
  },
  http: {
    method: item.method ?? 'GET',
    url: `${item.base ?? '{{base}}'}${item.path ?? `/${item.name.replaceAll(' ', '-')}`}`,
    headers: (item.headers ?? []).map(([name, value]) => ({ name, value })),
    ...(item.params === undefined ? {} : { params: item.params }),
    ...(item.body === undefined ? {} : { body: item.body }),
    ...(item.auth === undefined ? {} : { auth: item.auth }),
  },
  runtime: { ...createRuntime(item), variables: toPairs(item.variables ?? {}) },
});

/** A script that adds a name to the header of an order, and a test that checks the order. */
const createLevelScripts = (name: string): LevelScripts => ({
  before: `req.setHeader('X-Order', ((req.getHeader('X-Order') || '') + ' ${name}').trim());`,
  after: `bru.setVar('order', ((bru.getVar('order') || '') + ' ${name}').trim());`,
  tests: `test('of the ${name}', () => {});`,
});

const createLevel = (
  name: string,
  variables: Readonly<Record<string, string>>,
  set: Readonly<Record<string, string>>,
) => ({
  ...createRuntime({ ...createLevelScripts(name), set }),
  variables: toPairs(variables),
});

/** A folder's files, named after its requests. */
const createFolderFiles = (name: string, seq: number, items: readonly BrunoItem[]) => ({
  [`${name}/folder.yml`]: { info: { name, type: 'folder', seq } },
  ...Object.fromEntries(
    items.map((item, at) => [
      `${name}/${item.name.toLowerCase().replaceAll(' ', '-')}.yml`,
      getRequest(item, at + 1),
    ]),
  ),
});

const numberItems = (items: readonly BrunoItem[]) =>
  Object.fromEntries(
    items.map((item, index) => [
      `${String(index + 1).padStart(3, '0')}-${item.name.replaceAll(' ', '-')}.yml`,
      getRequest(item, index + 1),
    ]),
  );

const createContextFiles = (base: string) => ({
  'opencollection.yml': {
    opencollection: '1.0.0',
    info: { name: 'shop' },
    request: {
      // Its scripts run around every request, so they only change what one folder checks.
      variables: toPairs({ word: 'Ann & Bob', token: '', both: 'collection', given: 'nothing' }),
    },
    bundled: false,
  },
  'environments/Place.yml': {
    name: 'Place',
    // Bruno sets no cookies for IP addresses.
    variables: toPairs({
      base,
      local: base.replace('127.0.0.1', 'localhost'),
      fixed: 'from the environment',
    }),
  },
});

/** Objects as YAML, of which JSON is a subset, and texts unchanged, by path. */
type Files = Readonly<Record<string, object | string>>;

/** The files of the collection for Bruno's developer mode. */
export const createDeveloperFiles = (base: string): Files => ({
  ...createContextFiles(base),
  ...files,
  ...numberItems([...developerItems, ...developerFileItems]),
});

/** The files of the collection. */
export const createBrunoFiles = (base: string): Files => ({
  ...createContextFiles(base),
  ...files,
  'around/folder.yml': {
    info: { name: 'around', type: 'folder', seq: 1 },
    request: createLevel(
      'folder',
      { both: 'folder', folderOnly: 'f' },
      { name: "'folder'", outer: "'folder'" },
    ),
  },
  'around/deeper/folder.yml': {
    info: { name: 'deeper', type: 'folder', seq: 1 },
    request: createLevel('deeper', { both: 'deeper' }, { name: "'deeper'" }),
  },
  'around/deeper/inside.yml': getRequest(
    {
      name: 'inside',
      path: '/inside/{{both}}/{{folderOnly}}',
      ...createLevelScripts('request'),
      before: `req.setHeader('X-Order', req.getHeader('X-Order') + ' request'); test('folder', () => { expect(bru.getFolderVar('folderOnly')).to.equal('f'); expect(bru.getFolderVar('both')).to.equal('deeper'); }); test('file', () => expect(require('./lib/constants').two).to.equal(2));`,
    },
    1,
  ),
  'around/deeper/order.yml': getRequest({ name: 'order', path: '/order/{{order}}/{{name}}/{{outer}}' }, 2),
  ...createFolderFiles('deep', 2, deepItems),
  ...createFolderFiles('run-request', 3, executedItems),
  ...numberItems(brunoItems),
});

/** The data row of the run. */
export const brunoRow = { city: 'Lima', n: 7 };
