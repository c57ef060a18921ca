import { describe, expect, it } from 'vitest';

import { analyzeScriptUse } from './reviews.js';

const isSecret = (name: string): boolean => name === 'token';
const usesSecrets = (text: string): boolean => analyzeScriptUse(text, isSecret).usesSecrets;

describe('a script from outside', { tags: 'trust:scripts' }, () => {
  it.each([
    ...["pm.environment.get('baseUrl')", 'pm.collectionVariables.get("page")', "pm.variables.has('id')"],
    ...[
      "bru.getEnvVar('host')",
      "postman.getEnvironmentVariable('host')",
      "pm.variables.replaceIn('{{host}}/x')",
      "pm.variables.replaceIn('{{$randomCity}}')",
    ],
    ...["bru.interpolate('{{host}}')", "pm.environment.set('token', res.token)", 'const a = "{{ host }}";'],
    ...["pm.test('is ok', () => pm.response.to.have.status(200))", 'pm.environment.get(`host`)'],
  ])('is not reported as reading secrets if it only reads variables: %s', (text) => {
    expect(usesSecrets(text)).toBe(false);
  });

  it.each([
    ...["pm.environment.get('token')", 'pm.environment.get(name)', "pm.environment.get('to' + 'ken')"],
    ...['const read = pm.environment.get; read("token")', "bru.getEnvVar('token')", "env.getSecret('host')"],
    ...["pm.variables.replaceIn('{{token}}')", 'bru.interpolate(text)', 'const a = `{{${name}}}`;'],
    ...['pm.environment.toObject()', "bru.getProcessEnv('HOST')", "env['get' + 'Secret']('x')", "eval('1')"],
    ...['pm.environment.get(`to${"ken"}`)', "'{{' + name + '}}'", "pm.environment.get('tok\\x65n')"],
  ])('is reported if it may read a secret: %s', (text) => {
    expect(usesSecrets(text)).toBe(true);
  });
});
