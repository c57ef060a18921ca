/**
 * Creates a script of a collection that somebody else wrote. The collection has eight requests, of which five have the
 * header X-Client and one sets `cartId`.
 */
const createLongScript = (name, more = '') => `// Checks of ${name}, kept by the team.
export function onRequest(req) {
  req.headers.set('x-trace', 'shop-${name.toLowerCase().replaceAll(' ', '-')}');
}

export function onResponse(req, res) {
  if (res.status >= 500) console.warn('the shop answered', res.status);
  ${more}
}

export function onTest(req, res) {
  describe('${name}', () => {
    test('answers', () => expect(res.status).toBe(200));
    test('is JSON', () => expect(res.headers.get('content-type')).toContain('json'));
    test('is quick', () => expect(res.time).toBeLessThan(2500));
    test('is no error', () => expect(res.json().error).toBeUndefined());
  });
}
`;

const names = [
  'List items',
  'Get item',
  'Search items',
  'Add item',
  'Remove item',
  'Open cart',
  'Pay',
  'Ship',
];

/** The locations of the collection's requests. */
export const shopFolder = 'Shop';
export const withHeader = names.slice(0, 5);
export const cartRequest = 'Open cart';

export const createShopRequests = (base) =>
  names.map((name, at) => ({
    name,
    folder: shopFolder,
    description: `# ${name}\n\nUsed by the shop. Ask the team before changing it.\n`,
    method: at === 3 || at > 5 ? 'POST' : 'GET',
    url: `${base}/shop/${name.toLowerCase().replaceAll(' ', '-')}`,
    headers: [
      { name: 'Accept', value: 'application/json' },
      ...(withHeader.includes(name) ? [{ name: 'X-Client', value: 'shop/1' }] : []),
    ],
    queryParams: [{ name: 'lang', value: 'en' }],
    script: createLongScript(
      name,
      name === cartRequest ? "res.env.setVariable('cartId', res.json().id);" : '',
    ),
  }));
