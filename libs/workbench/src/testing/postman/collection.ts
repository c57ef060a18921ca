import type { PostmanItem } from './item.js';
import { documentedItems } from './documented.js';
import { otherItems } from './others.js';
import { requestItems } from './requests.js';
import { savedItems } from './saved.js';
import { responseItems } from './responses.js';
import { sendingItems } from './sends.js';
import { variableItems } from './variables.js';

/** Covers each function of `pm`, of its predecessor's interface, and of the libraries. */
export const postmanItems: readonly PostmanItem[] = [
  ...requestItems,
  ...savedItems,
  ...variableItems,
  ...responseItems,
  ...documentedItems,
  ...otherItems,
  ...sendingItems,
];

const createEvents = ({ before, tests }: PostmanItem) => [
  ...(before === undefined ? [] : [{ listen: 'prerequest', script: { exec: before.split('\n') } }]),
  ...(tests === undefined ? [] : [{ listen: 'test', script: { exec: tests.split('\n') } }]),
];

/** The items as a collection, whose own scripts run around theirs. */
export const createPostmanScripts = (base: string) => ({
  info: { name: 'Scripts', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  variable: [
    { key: 'base', value: base },
    { key: 'word', value: 'Ann & Bob' },
    { key: 'both', value: 'collection' },
    { key: 'only', value: 'collection' },
    { key: 'token', value: '' },
  ],
  event: createEvents({
    name: '',
    before: `pm.request.headers.upsert({ key: 'X-Order', value: 'collection' });`,
    tests: `pm.test('of the collection', () => pm.expect(pm.response.code).to.be.above(199)); pm.test('place', () => pm.expect(pm.execution.location.current).to.equal('Scripts'));`,
  }),
  item: [
    {
      name: 'Folder',
      event: createEvents({
        name: '',
        before: `pm.request.headers.upsert({ key: 'X-Order', value: pm.request.headers.get('X-Order') + ' folder' });`,
        tests: `pm.test('of the folder', () => pm.expect(pm.execution.location.current).to.equal('Folder'));`,
      }),
      item: [
        {
          name: 'inside',
          event: createEvents({
            name: '',
            before: `pm.request.headers.upsert({ key: 'X-Order', value: pm.request.headers.get('X-Order') + ' request' });`,
            tests: `pm.test('of the request', () => { pm.expect(pm.execution.location).to.eql(['Scripts', 'Folder', 'inside']); pm.expect(pm.execution.location.current).to.equal('inside'); });`,
          }),
          request: { method: 'GET', url: '{{base}}/inside' },
        },
      ],
    },
    ...postmanItems.map((item) => ({
      name: item.name,
      event: createEvents(item),
      request: {
        method: item.method ?? 'GET',
        header: (item.headers ?? []).map(([key, value, disabled = false]) => ({ key, value, disabled })),
        url: item.url ?? `{{base}}${item.path ?? `/${item.name.replaceAll(' ', '-')}`}`,
        ...(item.body === undefined ? {} : { body: item.body }),
        ...(item.auth === undefined ? {} : { auth: item.auth }),
      },
    })),
  ],
});

/** The environment that the scripts expect. */
export const postmanPlace = {
  name: 'Place',
  values: [
    { key: 'fixed', value: 'from the environment', enabled: true },
    { key: 'both', value: 'environment', enabled: true },
    { key: 'hidden', value: 's3cret-value', type: 'secret', enabled: true },
  ],
};

/** The data row of the run. */
export const postmanRow = { city: 'Lima', n: 7 };
