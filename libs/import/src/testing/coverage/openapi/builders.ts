export const about = {
  openapi: '3.1.0',
  info: { title: 'A', version: '1' },
  servers: [{ url: 'https://a.example' }],
};

/** A document whose only operation is `GET /x`. */
export const operation = (fields: object, more: object = {}) => ({
  ...{ ...about, ...more },
  paths: { '/x': { get: { responses: {}, ...fields } } },
});
export const parameter = (fields: object) =>
  operation({ parameters: [{ name: 'p', required: true, ...fields }] });
export const body = (content: object, more: object = {}) => ({
  ...{ ...about, ...more },
  paths: { '/x': { post: { requestBody: { content }, responses: {} } } },
});
export const createSecuredOperation = (scheme: object, scopes: readonly string[] = []) =>
  operation({ security: [{ s: scopes }] }, { components: { securitySchemes: { s: scheme } } });
export const row = (value: string, enabled = true) => ({ name: 'p', value, enabled });
export const json = (value: unknown) => ({ type: 'json', content: JSON.stringify(value, undefined, 2) });
export const place = 'GET /x';
