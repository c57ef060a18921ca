import {
  encodeSegment,
  type ExportContent,
  type ExportedDocument,
  filterEnabledPairs,
  formatGraphqlPost,
  formatGraphqlVariables,
  getSecretVariable,
  type LeftOut,
  type Pair,
  type RunRow,
} from '@tandem/core';
import { listGeneratedTokens } from '@tandem/core/dynamic';
import { stringifyJson, toStrictJson } from '@tandem/core/codec';

import {
  getHttpParts,
  collectSharedVariables,
  type EffectiveRequest,
  listEffectiveRequests,
  listLeftOutForeign,
  listLeftOutScripts,
} from '../effective-request.js';
import type { Expectation, Matcher, Source } from '../script/translate.js';

/** The helper functions at the end of each script. */
const helpers = `/** @param {string} text @param {(value: string) => string} written @param {number} depth @returns {string} */
function filled(text, written, depth) {
  return text.replace(/\\{\\{\\s*([^{}]*?)\\s*\\}\\}/g, (token, name) =>
    name in values && depth < 10 ? written(filled(values[name], String, depth + 1)) : token,
  );
}

/** Fills in the variables of a text. @param {string} text */
function fill(text) {
  return filled(text, String, 0);
}

/** Fills in the variables of JSON, whose strings stay valid. @param {string} text */
function fillJson(text) {
  return filled(text, (value) => JSON.stringify(value).slice(1, -1), 0);
}

/** What a query cannot contain is encoded. @param {string} text */
function queryText(text) {
  return text.replace(/[\\0- "#&'<>\\x7f-\\u{10ffff}]/gu, (one) => (one === "'" ? '%27' : encodeURIComponent(one)));
}

/** @param {string[][]} pairs */
function encode(pairs) {
  return pairs
    .map(([name, value]) => queryText(fill(name)).replace(/=/g, '%3D') + '=' + queryText(fill(value)))
    .join('&');
}

/** @param {string} url @param {string[][]} query */
function address(url, query) {
  const given = fill(url);
  const text = given.includes('://') ? given : 'http://' + given;
  return query.length === 0 ? text : text + (text.includes('?') ? '&' : '?') + encode(query);
}

/** @param {string[][]} pairs @returns {Record<string, string>} */
function headers(pairs) {
  return Object.fromEntries(pairs.map(([name, value]) => [fill(name), fill(value)]));
}

/** @param {string} username @param {string} password */
function basic(username, password) {
  return 'Basic ' + encoding.b64encode(fill(username) + ':' + fill(password));
}

/** The address with a user and password. @param {string} url @param {string} username @param {string} password */
function signedIn(url, username, password) {
  return url.replace('://', '://' + encodeURIComponent(fill(username)) + ':' + encodeURIComponent(fill(password)) + '@');
}

/** A place in the JSON of a response; undefined if it is not there. @param {import('k6/http').Response} res @param {(string | number)[]} keys @returns {any} */
function json(res, keys) {
  try {
    return keys.reduce((/** @type {any} */ value, key) => value?.[key], res.json());
  } catch {
    return undefined;
  }
}

/** A header of a response, whatever its case. @param {import('k6/http').Response} res @param {string} wanted @returns {string | null} */
function header(res, wanted) {
  const name = Object.keys(res.headers).find((one) => one.toLowerCase() === wanted.toLowerCase());
  return name === undefined ? null : res.headers[name];
}
`;

const toJsonLiteral = (value: unknown): string => JSON.stringify(value);

type Report = (what: string) => void;

/** The parts of a request in a script. Variables in its strings are filled in when it is sent. */
interface K6Request {
  readonly method: string;
  readonly url: string;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: readonly (readonly [string, string])[];
  /** A JavaScript expression. */
  readonly body: string;
  /** The user and password for digest or NTLM, which answer a challenge of the server. */
  readonly login?: { readonly kind: 'digest' | 'ntlm'; readonly username: string; readonly password: string };
  readonly basic?: readonly [username: string, password: string];
}

const toEnabledEntries = (list: readonly Pair[]) =>
  filterEnabledPairs(list).map(({ name, value }): readonly [string, string] => [name, value]);

const toK6Auth = ({ auth }: EffectiveRequest['inherited']['auth'], report: Report): Partial<K6Request> => {
  switch (auth.type) {
    case 'none':
      return {};
    case 'basic':
      return { basic: [auth.username, auth.password] };
    case 'bearer':
      return { headers: [['Authorization', `Bearer ${auth.token}`]] };
    case 'api-key':
      return { [auth.in === 'header' ? 'headers' : 'query']: [[auth.name, auth.value]] };
    case 'digest':
    case 'ntlm':
      return { login: { kind: auth.type, username: auth.username, password: auth.password } };
    default:
      report(`the auth “${auth.type}”`);
      return {};
  }
};

const toK6Body = ({ request }: EffectiveRequest, report: Report): readonly [body: string, type?: string] => {
  if ('query' in request) {
    const { query, variables, operationName } = request;
    const text = formatGraphqlPost(query, toStrictJson(formatGraphqlVariables(variables)), operationName);
    return [`fillJson(${toJsonLiteral(text)})`, 'application/json'];
  }
  const { body } = request;
  switch (body.type) {
    case 'none':
      return ['null'];
    case 'json':
      return [`fillJson(${toJsonLiteral(body.content)})`, 'application/json'];
    case 'text':
      return [`fill(${toJsonLiteral(body.content)})`, body.contentType ?? 'text/plain'];
    case 'form-urlencoded':
      return [`encode(${toJsonLiteral(toEnabledEntries(body.fields))})`, 'application/x-www-form-urlencoded'];
    case 'multipart':
      report('its multipart body');
      return ['null'];
    case 'binary':
      report(`the file ${body.file} that is its body`);
      return ['null'];
  }
};

/** Converts a request for a k6 script, and reports what the script leaves out. */
const createK6Request = (one: EffectiveRequest): readonly [K6Request, readonly LeftOut[]] => {
  const { request, inherited, path } = one;
  const leftOut: LeftOut[] = [];
  const report: Report = (what) => leftOut.push({ place: path, what });
  const auth = toK6Auth(inherited.auth, report);
  const [body, type] = toK6Body(one, report);
  const own = toEnabledEntries(inherited.headers);
  const has = (name: string): boolean => own.some(([key]) => key.trim().toLowerCase() === name);
  const { method, pathParams, queryParams } = getHttpParts(request);
  const filled = filterEnabledPairs(pathParams);
  const url = request.url.replace(/(?<=\/):([\w-]+)/g, (written, name: string) => {
    const found = filled.find((param) => param.name === name);
    return found === undefined
      ? written
      : encodeSegment(found.value).replace(/%7B/g, '{').replace(/%7D/g, '}');
  });
  const authHeaders = (auth.headers ?? []).filter(([name]) => !has(name.toLowerCase()));
  return [
    {
      method,
      url: url.replace(/#.*$/s, ''),
      query: [...toEnabledEntries(queryParams), ...(auth.query ?? [])],
      headers: [
        ...own,
        ...authHeaders,
        ...(type === undefined || has('content-type') ? [] : [['Content-Type', type] as const]),
      ],
      body,
      ...(auth.login === undefined ? {} : { login: auth.login }),
      ...(auth.basic === undefined || has('authorization') ? {} : { basic: auth.basic }),
    },
    leftOut,
  ];
};

/** Formats a value as a JavaScript literal. Escapes the line separators that JSON allows in strings. */
const toLiteral = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u2028\u2029]/g, (found) => (found === '\u2028' ? '\\u2028' : '\\u2029'));

/** Converts a data row without losing digits of its numbers. A number that JavaScript would round becomes a string with its JSON text. */
const toExactRow = (row: RunRow): RunRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const text = stringifyJson(value);
      return [name, text === JSON.stringify(value) ? value : text];
    }),
  );

const toOneLine = (text: string): string => text.replace(/[\r\n\u2028\u2029]+/g, ' ');

const generateSource = (source: Source): string => {
  switch (source.kind) {
    case 'status':
      return 'res.status';
    case 'text':
      return "String(res.body ?? '')";
    case 'header':
      return `header(res, ${toLiteral(source.name)})`;
    case 'json':
      return `json(res, ${toLiteral(source.keys)})`;
  }
};

const comparisonByMatcher: Readonly<Record<Matcher, (source: string, value: string) => string>> = {
  toBe: (source, value) => `Object.is(${source}, ${value})`,
  toHaveLength: (source, value) => `${source}?.length === ${value}`,
  toContain: (source, value) => `${source}?.includes(${value}) === true`,
  toBeGreaterThan: (source, value) => `${source} > ${value}`,
  toBeLessThan: (source, value) => `${source} < ${value}`,
};

/**
 * Generates one condition. Its operands have the type `any`, because a response may have another type than
 * the test expects.
 */
const generateCondition = ({ source, matcher, value }: Expectation): string =>
  comparisonByMatcher[matcher](`(/** @type {any} */ (${generateSource(source)}))`, toLiteral(value));

const generateChecks = ({ script: { tests }, path }: EffectiveRequest): readonly string[] => {
  const translated = tests.map(
    ({ name, expectations }) =>
      `    ${toLiteral(`${path}: ${name}`)}: (res) => ${expectations.map(generateCondition).join(' && ')},`,
  );
  const hasStatus = tests.some(({ expectations }) =>
    expectations.some(({ source }) => source.kind === 'status'),
  );
  return hasStatus
    ? translated
    : [
        `    ${toLiteral(`${path}: status below 400`)}: (res) => res.status > 0 && res.status < 400,`,
        ...translated,
      ];
};

const generateHeaders = ({ headers, basic }: K6Request): string =>
  basic === undefined
    ? `headers(${toLiteral(headers)})`
    : `{ ...headers(${toLiteral(headers)}), Authorization: basic(${toLiteral(basic[0])}, ${toLiteral(basic[1])}) }`;

const generateCall = (one: EffectiveRequest, request: K6Request, index: number): string => {
  const { settings } = one.inherited;
  const plain = `address(${toLiteral(request.url)}, ${toLiteral(request.query)})`;
  const { login } = request;
  const url =
    login === undefined
      ? plain
      : `signedIn(${plain}, ${toLiteral(login.username)}, ${toLiteral(login.password)})`;
  const params = [
    `headers: ${generateHeaders(request)}`,
    `tags: { name: ${toLiteral(one.path)} }`,
    ...(settings.timeoutMs === undefined ? [] : [`timeout: ${settings.timeoutMs}`]),
    ...(settings.followRedirects === false ? ['redirects: 0'] : []),
    ...(settings.followRedirects !== false && settings.maxRedirects !== undefined
      ? [`redirects: ${settings.maxRedirects}`]
      : []),
    ...(login === undefined ? [] : [`auth: ${toLiteral(login.kind)}`]),
  ];
  const sets = one.script.variables.map(
    ({ name, source }) => `  values[${toLiteral(name)}] = String(${generateSource(source)});`,
  );
  return [
    `/** ${toOneLine(one.path).replaceAll('*/', '* /')} */`,
    `function request${index + 1}() {`,
    `  const res = http.request(${toLiteral(request.method)}, ${url}, ${request.body}, {`,
    ...params.map((param) => `    ${param},`),
    '  });',
    '  check(res, {',
    ...generateChecks(one),
    '  });',
    ...sets,
    '}',
    '',
  ].join('\n');
};

const getStart = (content: ExportContent): string => {
  const shared = collectSharedVariables(content);
  const secrets = content.secrets.filter((name) => !shared.has(name));
  return [
    '/** @type {import("k6/options").Options} */',
    'export const options = {',
    '  vus: 1,',
    `  iterations: ${Math.max(content.rows.length, 1)},`,
    '  thresholds: { checks: ["rate==1"] },',
    '};',
    '',
    '/** @type {Record<string, string>} */',
    'const variables = {',
    ...[...shared].map(([name, value]) => `  [${toLiteral(name)}]: ${toLiteral(value)},`),
    ...secrets.map((name) => `  [${toLiteral(name)}]: __ENV[${toLiteral(getSecretVariable(name))}] ?? "",`),
    '};',
    '',
    '/** @type {Record<string, unknown>[]} */',
    `const rows = ${toLiteral(content.rows.map(toExactRow))};`,
    '',
    '/** @type {Record<string, string>} */',
    'let values = {};',
    '',
  ].join('\n');
};

/** Sorts the requests so that dependencies come first. Each request occurs once. */
const sortByDependencies = (effective: readonly EffectiveRequest[]): readonly EffectiveRequest[] => {
  const known = new Map(effective.map((one) => [one.request.id as string, one]));
  const ordered = new Set<EffectiveRequest>();
  const entered = new Set<string>();
  const add = (one: EffectiveRequest): void => {
    if (entered.has(one.request.id)) return;
    entered.add(one.request.id);
    for (const id of one.request.needs) {
      const needed = known.get(id);
      if (needed !== undefined) add(needed);
    }
    ordered.add(one);
  };
  effective.forEach(add);
  return [...ordered];
};

const listMissingDependencies = (effective: readonly EffectiveRequest[]): readonly LeftOut[] => {
  const known = new Set(effective.map(({ request }) => request.id as string));
  return effective
    .filter(({ request }) => request.needs.some((id) => !known.has(id)))
    .map(({ path }) => ({ place: path, what: 'a request that it needs; export that one too' }));
};

/** Writes the requests as a k6 script. Each iteration sends all of them with the next data row. */
export const createK6Script = (content: ExportContent): ExportedDocument => {
  const effective = sortByDependencies(listEffectiveRequests(content));
  const made = effective.map((one) => [one, ...createK6Request(one)] as const);
  const leftOut: readonly LeftOut[] = [
    ...made.flatMap(([one, request, lost]) => [
      ...lost,
      ...listGeneratedTokens(JSON.stringify(request)).map((written) => ({
        place: one.path,
        what: `the value of ${written}, which is sent as written`,
      })),
      ...listLeftOutScripts(one),
      ...listLeftOutForeign(one),
    ]),
    ...listMissingDependencies(effective),
  ];
  const text = [
    `// ${toOneLine(content.name)}, for k6 (https://k6.io).`,
    ...(leftOut.length === 0 ? [] : ['// Not in this script:']),
    ...leftOut.map(({ place, what }) => `// - ${toOneLine(`${place}: ${what}`)}`),
    'import { check } from "k6";',
    'import encoding from "k6/encoding";',
    'import exec from "k6/execution";',
    'import http from "k6/http";',
    '',
    getStart(content),
    ...made.map(([one, request], index) => generateCall(one, request, index)),
    'export default function () {',
    '  const row = rows[exec.scenario.iterationInTest % rows.length] ?? {};',
    '  const fields = Object.entries(row).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]);',
    '  values = { ...variables, ...Object.fromEntries(fields) };',
    ...made.map((_, index) => `  request${index + 1}();`),
    '}',
    '',
    helpers,
  ].join('\n');
  return { text, leftOut };
};
