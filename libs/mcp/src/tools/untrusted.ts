import { isContainer, isJsonObject, getOwnValue } from '@tandem/core/codec';

type Value = Readonly<Record<string, unknown>>;

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (isContainer(value) && Object.keys(value).length === 0);

const executionPaths = [
  'error',
  'headers',
  'request.headers',
  'request.body',
  'response.statusText',
  'response.headers',
  'response.cookies',
  'response.textBody',
  'selected',
  'outline',
  'failures',
  'failedHandlers',
  'lifecycle.preRequest.error',
  'lifecycle.preRequest.result',
  'lifecycle.postResponse.error',
  'lifecycle.postResponse.result',
  'lifecycle.tests.summary.error',
  'lifecycle.tests.summary.result.testResults',
  'lifecycle.tests.results',
  'diagnostics',
  'logs',
  'redirects',
  'steps',
  'connection.tls',
];

const runPaths = ['failures', 'requests', 'text'];

/**
 * For each tool, the paths in its result that contain text from a server or a script: bodies, headers, logs, names of tests, errors,
 * examples. Other tools return only what people and agents have saved.
 */
const untrustedPathsByTool: Readonly<Record<string, readonly string[]>> = {
  rest_get: ['examples'],
  rest_create: ['examples'],
  rest_update: ['examples'],
  rest_copy: ['examples'],
  rest_update_script: ['request.examples'],
  graphql_create: ['diagnostics'],
  graphql_update: ['diagnostics'],
  requests_apply: ['diagnostics'],
  rest_execute: [...executionPaths, 'body'],
  graphql_execute: [...executionPaths, 'body'],
  rest_execute_many: ['results'],
  runs_execute: runPaths,
  runs_get: runPaths,
  executions_get: [
    ...[...executionPaths, 'body'].map((path) => `result.${path}`),
    ...executionPaths,
    'sent',
    'body.content',
  ],
  executions_compare: ['differences'],
  graphql_introspect: ['sdl', 'problem'],
  cookies_list: ['cookies'],
  tokens_list: ['tokens'],
  tokens_edit: ['token', 'error', 'approval'],
  tokens_begin: ['token', 'error', 'approval'],
  tokens_finish: ['token', 'error'],
  exports_render: ['text'],
};

/** The value at a path. Undefined if there is none. */
export const getAtPath = (value: unknown, [key, ...rest]: readonly string[]): unknown =>
  key === undefined ? value : isJsonObject(value) ? getAtPath(getOwnValue(value, key), rest) : undefined;

/** Copies a value, and changes it at a path if the path exists. */
export const changeAtPath = (
  value: unknown,
  [key, ...rest]: readonly string[],
  change: (value: unknown) => unknown,
): unknown =>
  key === undefined
    ? change(value)
    : isJsonObject(value)
      ? { ...value, [key]: changeAtPath(getOwnValue(value, key), rest, change) }
      : value;

/** Finds the paths in a tool's result that contain text from a server or a script. */
export const findUntrustedPaths = (tool: string, value: Value): readonly string[] =>
  // Of the documents that this tool creates, only HAR recordings contain responses.
  (tool === 'exports_render' && value.format !== 'har'
    ? []
    : (getOwnValue(untrustedPathsByTool, tool) ?? [])
  ).filter((path) => !isEmpty(getAtPath(value, path.split('.'))));

/** Encloses text in lines with a random number, so that the text cannot fake its own end. */
export const fenceText = (nonce: string, text: string): string =>
  `--- untrusted ${nonce}\n${text}\n--- end ${nonce}`;
