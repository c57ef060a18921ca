import { facts } from './target.mjs';

const getTests = `export function onTest(req, res) {
  test('answers 200', () => expect(res.status).toBe(200));
  test('has an email address', () => expect(res.json().email).toContain('@'));
}
`;
const createStatusTest = (code) =>
  `export function onTest(req, res) {\n  test('answers ${code}', () => expect(res.status).toBe(${code}));\n}\n`;
const toJsonBody = (value) => ({ type: 'json', content: JSON.stringify(value) });
const introspection = `query { __schema { queryType { name } mutationType { name } types { kind name description fields { name description args { name description type { kind name ofType { kind name ofType { kind name } } } defaultValue } type { kind name ofType { kind name ofType { kind name } } } } } } }`;

/**
 * Creates the tasks with the tools of commit 7f1322c, which had no batches, selection, request search, cookies, comparison or
 * undo.
 */
export const createJobsBefore = (base) => {
  const ids = {};
  const created = [];
  const made = async ({ call }, fields, kind = 'rest') => {
    const { id } = await call(`${kind}_create`, fields);
    ids[fields.name] = id;
    created.push([kind, id]);
    return id;
  };
  return {
    orient: async ({ call }) => {
      await call('workspaces_list');
      const { requests } = await call('rest_list');
      for (const { name, id } of requests) ids[name] = id;
      return requests.length;
    },
    save: async (agent) => {
      await agent.call('environments_update', { id: 'Default', variables: { base } });
      const auth = { type: 'bearer', token: '{{token}}' };
      const all = [
        {
          name: 'Login',
          method: 'POST',
          url: '/login',
          body: toJsonBody({ user: 'ada', password: facts.password }),
        },
        { name: 'List users', url: '/users', auth },
        { name: 'Get user', url: '/users/:id', auth },
        { name: 'Create user', method: 'POST', url: '/users', body: toJsonBody({ name: 'New' }), auth },
        { name: 'Delete user', method: 'DELETE', url: '/users/:id', auth },
      ];
      for (const one of all) await made(agent, { ...one, folder: 'Users', url: `{{base}}${one.url}` });
      return all.length;
    },
    login: async ({ call }) => {
      // The API of responses and environments is undocumented in this commit, so the first script inspects them.
      const names = `export function onResponse(req, res) {
  const of = (value) => [...Object.getOwnPropertyNames(value), ...Object.getOwnPropertyNames(Object.getPrototypeOf(value))];
  console.log(of(req).join(), of(res).join(), of(res.env ?? {}).join());
}
`;
      await call('rest_execute', { id: ids.Login, script: names });
      const result = await call('rest_execute', {
        id: ids.Login,
        script:
          "export function onResponse(req, res) {\n  res.env.setVariable('token', res.json().token);\n}\n",
        persistScript: true,
      });
      return result.response.status;
    },
    read: async ({ call }) => {
      const { response } = await call('rest_execute', { id: ids['Get user'], pathParams: { id: 87 } });
      return JSON.parse(response.textBody).email;
    },
    find: async ({ call }) => {
      for (let page = 1; page < 10; page++) {
        const { response } = await call('rest_execute', { id: ids['List users'], queryParams: { page } });
        const found = JSON.parse(response.textBody).users.find(({ name }) => name === facts.userName);
        if (found) return found.id;
      }
    },
    test: async ({ call }) => {
      const { lifecycle } = await call('rest_execute', {
        id: ids['Get user'],
        pathParams: { id: 1 },
        script: getTests,
        persistScript: true,
      });
      return lifecycle.tests.results.filter((one) => one.status === 'passed').length;
    },
    missing: async ({ call }) =>
      (await call('rest_execute', { id: ids['Get user'], pathParams: { id: 9999 } })).response.status,
    suite: async (agent) => {
      const { call } = agent;
      await call('rest_update_script', { id: ids['Create user'], script: createStatusTest(201) });
      await call('rest_update', {
        id: ids['Delete user'],
        pathParams: [{ name: 'id', value: '1' }],
        script: createStatusTest(204),
      });
      const missing = await made(agent, {
        name: 'Get missing user',
        folder: 'Users',
        url: '{{base}}/users/:id',
        pathParams: [{ name: 'id', value: '9999' }],
        auth: { type: 'bearer', token: '{{token}}' },
        script: createStatusTest(404),
      });
      const run = await call('rest_execute_many', { ids: [ids['Create user'], ids['Delete user'], missing] });
      return run.results.filter((one) => one.outcome === 'failed').length;
    },
    edit: async ({ call }) => {
      const { script } = await call('rest_get', { id: ids.Pay });
      const { request } = await call('rest_update_script', {
        id: ids.Pay,
        script: script.replace('2500', '5000'),
      });
      return request.script.includes('5000');
    },
    header: async ({ call }) => {
      const { requests } = await call('rest_list', { folder: 'Shop' });
      let count = 0;
      for (const { id } of requests) {
        const { headers } = await call('rest_get', { id });
        if (!headers.some(({ name }) => name === 'X-Client')) continue;
        const renamed = headers.map((one) => (one.name === 'X-Client' ? { ...one, name: 'X-App' } : one));
        await call('rest_update', { id, headers: renamed });
        count += 1;
      }
      return count;
    },
    move: async ({ call }) => {
      for (const name of ['Pay', 'Ship', 'Add item'])
        await call('rest_update', { id: ids[name], folder: 'Archive' });
      return 3;
    },
    copy: async (agent) => {
      const {
        id: _,
        workspaceId: _w,
        revision: _r,
        createdAt: _c,
        updatedAt: _u,
        ...fields
      } = await agent.call('rest_get', { id: ids['Get item'] });
      const url = 'http://staging.test/shop/get-item';
      return (await made(agent, { ...fields, name: 'Get item (staging)', url })) !== undefined;
    },
    search: async ({ call }) => {
      // The list contains no scripts. The folder's scripts were read in the task about headers, but not for
      // the variable.
      const { requests } = await call('rest_list', { folder: 'Shop' });
      for (const { id, name } of requests)
        if ((await call('rest_get', { id })).script.includes('cartId')) return name;
    },
    limit: async (agent) => {
      const id = await made(agent, { name: 'Limited', url: '{{base}}/limited' });
      for (let at = 0; at < 20; at++) {
        const { response } = await agent.call('rest_execute', { id });
        if (response.status === 429) return [at, Number(response.headers['retry-after'])];
      }
    },
    upload: async (agent) => {
      const id = await made(agent, {
        name: 'Upload',
        method: 'POST',
        url: '{{base}}/upload',
        body: { type: 'multipart', parts: [{ name: 'photo', file: 'photo.bin' }] },
      });
      return JSON.parse((await agent.call('rest_execute', { id })).response.textBody).hasFile;
    },
    cookie: async (agent) => {
      const session = await made(agent, { name: 'Session', method: 'POST', url: '{{base}}/session' });
      const { response } = await agent.call('rest_execute', { id: session });
      const [{ name, value }] = response.cookies;
      const headers = [{ name: 'Cookie', value: `${name}=${value}` }];
      const id = await made(agent, { name: 'Me', url: '{{base}}/me', headers });
      return JSON.parse((await agent.call('rest_execute', { id })).response.textBody).name;
    },
    graphql: async (agent) => {
      const id = await made(
        agent,
        { name: 'Posts', url: '{{base}}/graphql', query: introspection },
        'graphql',
      );
      await agent.call('graphql_execute', { id });
      await agent.call('graphql_update', { id, query: '{ user(id: 5) { name postCount } }' });
      const { response } = await agent.call('graphql_execute', { id });
      return JSON.parse(response.textBody).data.user.postCount;
    },
    large: async (agent) => {
      const id = await made(agent, { name: 'Items', url: '{{base}}/items' });
      await agent.call('rest_execute', { id });
      const { logs } = await agent.call('rest_execute', {
        id,
        maxBodyBytes: 0,
        script: `export function onResponse(req, res) {\n  console.log(res.json().items.find(({ sku }) => sku === '${facts.sku}').price);\n}\n`,
      });
      return Number(logs[0].message);
    },
    compare: async ({ call }) => {
      const { executions } = await call('executions_list', { requestId: ids.Report, take: 1 });
      const { result } = await call('executions_get', { id: executions[0].id });
      const { response } = await call('rest_execute', { id: ids.Report });
      const [old, fresh] = [result.response, response].map(({ textBody }) => JSON.parse(textBody).rows);
      return fresh.flatMap((row, at) => Object.keys(row).filter((key) => row[key] !== old[at][key]));
    },
    undo: async ({ call }) => {
      for (const [kind, id] of created) await call(`${kind}_delete`, { id });
      return 0;
    },
  };
};
