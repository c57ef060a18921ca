import {
  type ExportContent,
  type ExportedDocument,
  type LeftOut,
  type RunRow,
  getSecretVariable,
} from '@tandem/core';
import { stringifyJson } from '@tandem/core/codec';

import {
  type EffectiveRequest,
  listEffectiveRequests,
  listLeftOutForeign,
  listLeftOutScripts,
  collectSharedVariables,
} from '../effective-request.js';
import type { Expectation, Matcher, Source } from '../script/translate.js';
import { helpers } from './helpers.js';
import { type K6Request, createK6Request } from './request.js';

/** Text as a literal that no line break can end. */
const toLiteral = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u2028\u2029]/g, (found) => (found === '\u2028' ? '\\u2028' : '\\u2029'));

/**
 * A row whose numbers keep all their digits: a number that JavaScript would round is written as the JSON text the
 * script would produce.
 */
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

const comparisons: Readonly<Record<Matcher, (source: string, value: string) => string>> = {
  toBe: (source, value) => `Object.is(${source}, ${value})`,
  toHaveLength: (source, value) => `${source}?.length === ${value}`,
  toContain: (source, value) => `${source}?.includes(${value}) === true`,
  toBeGreaterThan: (source, value) => `${source} > ${value}`,
  toBeLessThan: (source, value) => `${source} < ${value}`,
};

/** Compared as any type, because a response can have a different type than the test expects. */
const generateCondition = ({ source, matcher, value }: Expectation): string =>
  comparisons[matcher](`(/** @type {any} */ (${generateSource(source)}))`, toLiteral(value));

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

const callOf = (one: EffectiveRequest, request: K6Request, index: number): string => {
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

/** The requests, each preceded by its dependencies; each appears once. */
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

/** The requests as a k6 script: each iteration sends all of them with the next data row. */
export const createK6Script = (content: ExportContent): ExportedDocument => {
  const effective = sortByDependencies(listEffectiveRequests(content));
  const made = effective.map((one) => [one, ...createK6Request(one)] as const);
  const leftOut: readonly LeftOut[] = [
    ...made.flatMap(([one, , lost]) => [...lost, ...listLeftOutScripts(one), ...listLeftOutForeign(one)]),
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
    ...made.map(([one, request], index) => callOf(one, request, index)),
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
