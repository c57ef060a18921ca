export const about = {
  openapi: '3.1.0',
  info: { title: 'A', version: '1' },
  servers: [{ url: 'https://a.example' }],
};

/** Creates a document whose only operation is `GET /x`. */
export const createOperation = (fields: object, more: object = {}) => ({
  ...about,
  ...more,
  paths: { '/x': { get: { responses: {}, ...fields } } },
});
export const createParameter = (fields: object) =>
  createOperation({ parameters: [{ name: 'p', required: true, ...fields }] });
export const createBody = (content: object, more: object = {}) => ({
  ...about,
  ...more,
  paths: { '/x': { post: { requestBody: { content }, responses: {} } } },
});
export const createSecuredOperation = (scheme: object, scopes: readonly string[] = []) =>
  createOperation({ security: [{ s: scopes }] }, { components: { securitySchemes: { s: scheme } } });
export const createRow = (value: string, enabled = true) => ({ name: 'p', value, enabled });
export const createJsonBody = (value: unknown) => ({
  type: 'json',
  content: JSON.stringify(value, undefined, 2),
});
export const place = 'GET /x';
