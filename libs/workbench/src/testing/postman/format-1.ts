/** Counts the sent requests, so that the tests show in which order they were sent. */
const countingScript = `postman.setEnvironmentVariable('sent', Number(environment.sent || 0) + 1);`;

const checkPosition = (position: number): string =>
  `tests['is number ${position}'] = environment.sent === '${position}';`;

/** Creates a collection of format 1, which newman converts too. */
export const createFormat1 = (url: string) => ({
  id: 'e5f2e9cf-173b-460a-8336-ac804a87d762',
  name: 'Format 1',
  order: ['last'],
  folders_order: ['people'],
  folders: [
    { id: 'people', name: 'People', order: ['login', 'find'], folders_order: ['inner'] },
    { id: 'inner', name: 'Inner', order: ['upload'], folders_order: [] },
  ],
  requests: [
    {
      id: 'last',
      name: 'Last',
      description: 'It has a text',
      method: 'GET',
      url: `${url}/last?stale={{stale}}&kept={{kept}}`,
      preRequestScript: `${countingScript} globals.none; pm.globals.set('stale', 'new');`,
      tests: `${checkPosition(4)}
tests['description'] = request.description === 'It has a text' && pm.request.description.toString() === 'It has a text';
tests['globals'] = globals.kept === 'global' && pm.globals.get('stale') === 'new' && pm.variables.get('stale') === 'new';`,
    },
    {
      id: 'login',
      name: 'Login',
      method: 'POST',
      url: `${url}/login`,
      dataMode: 'urlencoded',
      data: [
        { key: 'user', value: '{{user}}', enabled: true },
        { key: 'off', value: '1', enabled: false },
      ],
      currentHelper: 'basicAuth',
      helperAttributes: { id: 'basic', username: 'ann', password: '{{secret}}' },
      preRequestScript: countingScript,
      tests: `${checkPosition(2)}
tests['number'] = data.n === 5 && pm.iterationData.get('n') === 5 && data.half === 2.5;
tests['quoted'] = data.quoted === '5' && typeof data.text === 'string';`,
    },
    {
      id: 'find',
      name: 'Find',
      method: 'PUT',
      url: `${url}/people/:id?page={{n}}&bare`,
      pathVariables: { id: '{{quoted}}' },
      headers: 'X-One: {{user}}\nContent-Type: application/json\n// X-Off: 1\n',
      dataMode: 'raw',
      rawModeData: '{"n": {{n}}, "half": {{half}}, "where": "{{where}}"}',
      preRequestScript: countingScript,
      tests: checkPosition(3),
    },
    {
      id: 'upload',
      name: 'Upload',
      method: 'POST',
      url: `${url}/upload`,
      dataMode: 'params',
      data: [{ key: 'a', value: '{{text}}', type: 'text' }],
      preRequestScript: countingScript,
      tests: checkPosition(1),
    },
  ],
});

const listValues = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([key, value]) => ({ key, value, enabled: true }));

export const format1Environment = {
  name: 'Place',
  values: listValues({ user: 'ann', where: 'environment', secret: 'päss:word' }),
  _postman_variable_scope: 'environment',
};

/** Globals of a workspace. The environment has precedence over them. */
export const format1Globals = {
  name: 'My Workspace Globals',
  values: listValues({ where: 'globals', kept: 'global', stale: 'old' }),
  _postman_variable_scope: 'globals',
};

export const format1Rows = 'n,half,quoted,text\n5,2.5,"5",x y\n';
