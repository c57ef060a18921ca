import { facts } from './target.mjs';

const getTests = `export function onTest(req, res) {
  test('answers 200', () => expect(res.status).toBe(200));
  test('has an email address', () => expect(res.json().email).toContain('@'));
}
`;
const createStatusTest = (code) =>
  `export function onTest(req, res) {\n  test('answers ${code}', () => expect(res.status).toBe(${code}));\n}\n`;

/** Creates the tasks with the tools of this commit. */
export const createJobsNow = (base) => {
  const began = new Date().toISOString();
  return {
    orient: async ({ call }) => {
      const { workspaces } = await call('workspaces_list');
      return workspaces.find(({ active }) => active).restCount;
    },
    save: async ({ call }) => {
      await call('environments_edit', { op: 'update', id: 'Default', variables: { base } });
      const request = (name, method, url, more = {}) => ({
        op: 'create',
        name,
        folder: 'Users',
        method,
        url: `{{base}}${url}`,
        ...more,
      });
      const { results } = await call('requests_apply', {
        operations: [
          request('Login', 'POST', '/login', { body: { user: 'ada', password: facts.password } }),
          request('List users', 'GET', '/users'),
          request('Get user', 'GET', '/users/:id'),
          request('Create user', 'POST', '/users', { body: { name: 'New' } }),
          request('Delete user', 'DELETE', '/users/:id'),
        ],
      });
      return results.length;
    },
    login: async ({ call, read }) => {
      await read('tandem://docs/scripts');
      await call('folders_edit', { op: 'update', id: 'Users', auth: { type: 'bearer', token: '{{token}}' } });
      const result = await call('rest_execute', {
        id: 'Login',
        script:
          "export function onResponse(req, res) {\n  res.env.setVariable('token', res.json().token);\n}\n",
        persistScript: true,
        variables: { token: 'none' },
        return: 'summary',
      });
      return result.status;
    },
    read: async ({ call }) =>
      (
        await call('rest_execute', {
          id: 'Get user',
          pathParams: { id: 87 },
          return: 'summary',
          select: '$.email',
        })
      ).selected[0],
    find: async ({ call }) => {
      const select = `$.users[?@.name=='${facts.userName}'].id`;
      for (let page = 1; page < 10; page++) {
        const { selected } = await call('rest_execute', {
          id: 'List users',
          queryParams: { page },
          return: 'summary',
          select,
        });
        if (selected.length > 0) return selected[0];
      }
    },
    test: async ({ call }) =>
      (
        await call('rest_execute', {
          id: 'Get user',
          pathParams: { id: 1 },
          script: getTests,
          persistScript: true,
          return: 'failures',
        })
      ).tests.passed,
    missing: async ({ call }) =>
      (
        await call('rest_execute', {
          id: 'Get user',
          pathParams: { id: 9999 },
          return: 'summary',
          select: '$.error',
        })
      ).status,
    suite: async ({ call }) => {
      await call('requests_apply', {
        operations: [
          { op: 'update', id: 'Create user', script: createStatusTest(201) },
          { op: 'update', id: 'Delete user', pathParams: { id: 1 }, script: createStatusTest(204) },
          { op: 'copy', id: 'Get user', name: 'Get missing user' },
          { op: 'update', id: 'Get missing user', pathParams: { id: 9999 }, script: createStatusTest(404) },
        ],
      });
      const run = await call('runs_execute', { ids: ['Create user', 'Delete user', 'Get missing user'] });
      return run.failures.length;
    },
    edit: async ({ call }) => {
      await call('rest_list', { folder: 'Shop', search: '2500' });
      const { diff } = await call('rest_update_script', {
        id: 'Shop/Pay',
        edits: [{ old: 'toBeLessThan(2500)', new: 'toBeLessThan(5000)' }],
        return: 'brief',
      });
      return diff.includes('5000');
    },
    header: async ({ call }) => {
      const { results } = await call('requests_apply', {
        operations: [{ op: 'replace', find: 'X-Client', replaceWith: 'X-App', in: ['headers'] }],
      });
      return results[0].changed.length;
    },
    move: async ({ call }) =>
      (
        await call('requests_apply', {
          operations: ['Pay', 'Ship', 'Add item'].map((id) => ({ op: 'move', id, folder: 'Archive' })),
        })
      ).results.length,
    copy: async ({ call }) =>
      (
        await call('requests_apply', {
          operations: [
            { op: 'copy', id: 'Get item', name: 'Get item (staging)' },
            { op: 'update', id: 'Get item (staging)', url: 'http://staging.test/shop/get-item' },
          ],
        })
      ).results.length === 2,
    search: async ({ call }) => (await call('rest_list', { search: 'cartId' })).requests[0].name,
    limit: async ({ call }) => {
      await call('rest_create', { name: 'Limited', url: '{{base}}/limited', return: 'brief' });
      const run = await call('runs_execute', { ids: ['Limited'], iterations: 8, report: 'full' });
      const at = run.requests.findIndex((one) => one.status === 429);
      const { result } = await call('executions_get', {
        id: run.requests[at].executionId,
        headers: ['retry-after'],
      });
      return [at, Number(result.response.headers['retry-after'])];
    },
    upload: async ({ call }) => {
      await call('rest_create', {
        name: 'Upload',
        method: 'POST',
        url: '{{base}}/upload',
        body: { type: 'multipart', parts: [{ name: 'photo', file: 'photo.bin' }] },
        return: 'brief',
      });
      return (await call('rest_execute', { id: 'Upload', return: 'summary', select: '$.hasFile' }))
        .selected[0];
    },
    cookie: async ({ call }) => {
      const { results } = await call('requests_apply', {
        operations: [
          { op: 'create', name: 'Session', method: 'POST', url: '{{base}}/session' },
          { op: 'create', name: 'Me', url: '{{base}}/me' },
        ],
      });
      await call('rest_execute', { id: results[0].id, return: 'summary' });
      return (await call('rest_execute', { id: 'Me', return: 'summary', select: '$.name' })).selected[0];
    },
    graphql: async ({ call }) => {
      await call('graphql_introspect', { url: `${base}/graphql` });
      await call('graphql_create', {
        name: 'Posts',
        url: '{{base}}/graphql',
        query: '{ user(id: 5) { name postCount } }',
        return: 'brief',
      });
      return (
        await call('graphql_execute', { id: 'Posts', return: 'summary', select: '$.data.user.postCount' })
      ).selected[0];
    },
    large: async ({ call }) => {
      await call('rest_create', { name: 'Items', url: '{{base}}/items', return: 'brief' });
      return (
        await call('rest_execute', {
          id: 'Items',
          return: 'summary',
          select: `$.items[?@.sku=='${facts.sku}'].price`,
        })
      ).selected[0];
    },
    compare: async ({ call }) => {
      const { executionId } = await call('rest_execute', { id: 'Report', return: 'summary' });
      const { differences } = await call('executions_compare', { a: executionId, ignore: ['$.generatedAt'] });
      return differences.filter(({ path }) => path.startsWith('$')).map(({ path }) => path.split('.').at(-1));
    },
    undo: async ({ call }) => {
      await call('changes_undo', { since: began });
      return 0;
    },
  };
};
