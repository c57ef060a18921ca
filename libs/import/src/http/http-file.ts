import {
  type ImportDocument,
  type ImportedRequest,
  type Pair,
  parseGraphqlVariables,
  type RequestSettings,
} from '@tandem/core';
import { readCurl } from '@tandem/core/curl';

import { createDraft, type Draft } from '../draft.js';
import { splitQuery } from '../query.js';
import { commentOutScript, createPair, selectBodyHeaders, toSendableType } from '../value.js';
import { readHttpEnvironments } from './environment-files.js';
import {
  addHost,
  describeBodyLosses,
  parseAuth,
  parseBody,
  parseFileLine,
  readMessage,
} from './http-message.js';

/** The lines before a request line: comments, and the directives in them. */
interface Preamble {
  readonly name: string;
  readonly description: string;
  readonly settings: RequestSettings;
  /** Descriptions of the parts that Tandem cannot express. */
  readonly lost: readonly string[];
  /** Variables whose earlier value in the file is overwritten. */
  readonly replaced: readonly string[];
  /** The index of the first line after the preamble. */
  readonly at: number;
}

/** Parses a duration. The unit is seconds if the text has none. */
const parseMilliseconds = (text: string): number | undefined => {
  const [, count, unit = 's'] = /^(\d+)\s*(ms|s|m)?$/.exec(text.trim()) ?? [];
  if (count === undefined) return undefined;
  const value = Number(count) * (unit === 'm' ? 60_000 : unit === 's' ? 1_000 : 1);
  return value >= 1 && value <= 600_000 ? value : undefined;
};

type Directive = (value: string) => {
  readonly settings?: RequestSettings;
  readonly lost?: string;
};

const reportLoss =
  (lost: string): Directive =>
  () => ({ lost });

/** Directives in comments that determine how a request is sent, by the names that editors use. */
const directives = new Map<string, Directive>([
  ['no-redirect', () => ({ settings: { followRedirects: false } })],
  ['no-cookie-jar', () => ({ settings: { cookies: false } })],
  ['use-os-credentials', reportLoss('@use-os-credentials, which signs in as the user of the system')],
  [
    'timeout',
    (value) => {
      const timeoutMs = parseMilliseconds(value);
      return timeoutMs === undefined
        ? { lost: `@timeout ${value}, which is no time up to 10 minutes` }
        : { settings: { timeoutMs } };
    },
  ],
  ['connection-timeout', (value) => ({ lost: `@connection-timeout ${value}; there is one timeout for all` })],
  ['no-log', reportLoss('@no-log: its executions are in the history')],
  ['no-auto-encoding', reportLoss('@no-auto-encoding: what a URL must encode is encoded')],
  ['note', reportLoss('@note: it is sent without a question')],
  [
    'prompt',
    (value) => ({ lost: `@prompt ${value}: nobody is asked for it; set it as a variable before sending` }),
  ],
  ['jwt', reportLoss('@jwt, which makes a token')],
]);

/** Reads the lines before a request line. A name in a directive takes precedence over the block's title. */
const readPreamble = (lines: readonly string[], title: string, variables: Map<string, string>): Preamble => {
  let name = title;
  let settings: RequestSettings = {};
  let at = 0;
  const [notes, lost, replaced]: [string[], string[], string[]] = [[], [], []];
  const direct = (key: string, value: string): boolean => {
    const read = directives.get(key)?.(value);
    if (read === undefined) return false;
    settings = { ...settings, ...read.settings };
    if (read.lost !== undefined) lost.push(read.lost);
    return true;
  };
  for (; at < lines.length; at += 1) {
    const text = (lines[at] ?? '').trim();
    const variable = /^@([^\s=]+)\s*=\s*(.*)$/.exec(text);
    const comment = /^(?:#|\/\/)\s?(.*)$/.exec(text)?.[1];
    const [, key, value = ''] = /^\s*@([\w-]+)(?:\s*=?\s*(.*))?$/.exec(comment ?? '') ?? [];
    if (variable) {
      const [, known = '', given = ''] = variable;
      if (variables.has(known) && variables.get(known) !== given) replaced.push(known);
      variables.set(known, given);
    } else if (comment === undefined && text !== '') break;
    else if (key === 'name' && value !== '') {
      if (name !== '' && name !== value) notes.push(name);
      name = value.trim();
    } else if (comment !== undefined && (key === undefined || !direct(key, value.trim())))
      notes.push(comment);
  }
  return { name, description: notes.join('\n').trim(), settings, lost, replaced, at };
};

/** Parses a line such as `GET https://api.example.com HTTP/2`. */
const parseRequestLine = (line: string) => {
  const [, method = 'GET', target = ''] = /^(?:([A-Z]+)\s+)?(\S.*)$/.exec(line.trim()) ?? [];
  const words = target.replace(/(?<!\s)\s+\(Prior Knowledge\)$/, '');
  const version = /(?<!\s)\s+(HTTP\/[\d.]+)$/.exec(words);
  return version === null
    ? { method, target, version: undefined }
    : { method, target: words.slice(0, version.index), version: version[1] };
};
const isAddress = (text: string): boolean => /^(?:https?:\/\/|\{\{|\/|[\w.-]+(?::\d+)?(?:\/|$))/i.test(text);

interface Block {
  readonly title: string;
  readonly line: number;
  readonly lines: readonly string[];
}

/** Splits a file into requests, which are separated by lines that begin with ###. */
const splitBlocks = (text: string): readonly Block[] => {
  const blocks: { title: string; line: number; lines: string[] }[] = [{ title: '', line: 1, lines: [] }];
  text.split(/\r?\n/).forEach((line, at) => {
    if (line.startsWith('###'))
      blocks.push({ title: line.replace(/^#+/, '').trim(), line: at + 2, lines: [] });
    else blocks.at(-1)?.lines.push(line);
  });
  return blocks;
};

/** Removes scripts in `{% … %}`, response handlers and response files from a block. */
const removeScripts = (lines: readonly string[]) => {
  const [kept, scripts, lost]: [string[], string[], string[]] = [[], [], []];
  let isInside = false;
  for (const line of lines) {
    const [, stored] = /^\s*(?:>>!?|<>)\s+(\S.*)$/.exec(line.trimEnd()) ?? [];
    if (isInside) {
      scripts.push(line);
      isInside = !line.includes('%}');
    } else if (stored !== undefined)
      lost.push(
        /^\s*<>/.test(line)
          ? `the stored response ${stored}`
          : `the file ${stored}, into which its response is saved`,
      );
    else if (/^\s*[<>]\s*(?:\{%|\S+\.js\b)/.test(line)) {
      isInside = line.includes('{%') && !line.includes('%}');
      scripts.push(line);
    } else kept.push(line);
  }
  return { lines: kept, scripts: scripts.join('\n'), lost };
};

/** Patterns of requests that are not HTTP, and of lines that are not requests. */
const otherRequests: readonly (readonly [RegExp, string])[] = [
  [/^(?:WEBSOCKET\s|wss?:\/\/)/i, 'it is a WebSocket request'],
  [/^GRPC\s/i, 'it is a gRPC request'],
  [/^RSOCKET\s/i, 'it is an RSocket request'],
  [/^import\s/, 'what another file brings; import that file, too'],
  [/^run\s/, 'a request of another file that is run here; use needs or a script for it'],
];

const findOtherRequest = (line: string): string | undefined =>
  otherRequests.find(([pattern]) => pattern.test(line))?.[1];

/** Splits a GraphQL body into query and variables, which are separated by an empty line. */
const splitGraphql = (text: string) => {
  const object = /[^\S\n]*\{\s*["}{]/y;
  const lines = text.split('\n');
  let offset = 0;
  for (const [at, line] of lines.entries()) {
    object.lastIndex = offset;
    if (at > 1 && lines[at - 1]?.trim() === '' && object.test(text))
      return {
        query: text.slice(0, offset).trim(),
        variables: parseGraphqlVariables(text.slice(offset).trim()),
      };
    offset += line.length + 1;
  }
  return { query: text.trim(), variables: parseGraphqlVariables('') };
};

interface RequestContext {
  readonly draft: Draft;
  readonly block: Block;
  readonly preamble: Preamble;
  readonly script: string;
  /** Reports the parts without a counterpart. */
  readonly lose: (what: string) => void;
}

type SharedFields = Pick<ImportedRequest, 'name' | 'folder' | 'description' | 'script' | 'settings'>;

const addCurl = (
  text: string,
  { draft, lose, preamble }: RequestContext,
  shared: Omit<SharedFields, 'name'>,
): void => {
  const reading = readCurl(text);
  if ('problem' in reading) {
    lose(`the command cannot be read. ${reading.problem.replace(/\.$/, '')}`);
    return;
  }
  const { url, settings, ...fields } = reading.fields;
  const split = splitQuery(url);
  reading.notes.forEach(lose);
  draft.addRequest({
    kind: 'rest',
    ...shared,
    name: (preamble.name || `${fields.method} ${split.url}`).slice(0, 200),
    settings: { ...settings, ...shared.settings },
    ...fields,
    ...split,
  });
};

const parseVersion = (text: string): SharedFields['settings'] =>
  text.startsWith('HTTP/2') ? { http: '2' } : {};

const addRequest = (line: string, { draft, block, preamble, script, lose }: RequestContext): void => {
  const { method: given, target, version = '' } = parseRequestLine(line);
  const message = readMessage(block.lines, preamble.at, target);
  const value = (wanted: string): string =>
    message.headers.find((one) => one.name.toLowerCase() === wanted)?.value ?? '';
  const isGraphql = given === 'GRAPHQL' || /^graphql$/i.test(value('x-request-type'));
  const method = isGraphql ? 'POST' : given;
  const address = addHost(message.address, value('host'));
  const split = splitQuery(address);
  const body = parseBody(message.body, toSendableType(value('content-type')));
  const auth = parseAuth(value('authorization'));
  if (!isGraphql) describeBodyLosses(body, message.body).forEach(lose);
  message.lost.forEach(lose);
  const isGiven = ({ name }: Pair): boolean =>
    (auth !== undefined && /^authorization$/i.test(name)) ||
    (address !== message.address && /^host$/i.test(name)) ||
    (isGraphql && /^(?:x-request-type|content-type)$/i.test(name));
  const shared = {
    name: (preamble.name || `${method} ${split.url}`).slice(0, 200),
    folder: '',
    description: preamble.description,
    headers: selectBodyHeaders(body, value('content-type'), message.headers).filter((one) => !isGiven(one)),
    auth: auth ?? ({ type: 'none' } as const),
    settings: { ...parseVersion(version), ...preamble.settings },
    script,
  };
  if (!isGraphql) {
    draft.addRequest({ kind: 'rest', ...shared, method, ...split, body });
    return;
  }
  const { query, variables } = splitGraphql(message.body);
  const { file } = parseFileLine(query);
  if (file !== undefined) lose(`the file ${file}, which has its document; paste it`);
  draft.addRequest({ kind: 'graphql', ...shared, url: address, query, variables, operationName: null });
};

const addBlock = (draft: Draft, given: Block, variables: Map<string, string>): void => {
  const { lines, scripts, lost } = removeScripts(given.lines);
  const block = { ...given, lines };
  const preamble = readPreamble(lines, given.title, variables);
  const line = (lines[preamble.at] ?? '').trim();
  const location = `line ${given.line + preamble.at}`;
  if (line === '') return;
  const other = findOtherRequest(line);
  const isCurl = /^curl\s/.test(line);
  const { method, target } = parseRequestLine(line);
  if (other !== undefined || (!isCurl && !isAddress(target))) {
    draft.leaveOut(location, other ?? 'it is no request line, such as GET https://api.example.com');
    return;
  }
  const label = preamble.name || (isCurl ? 'curl' : `${method} ${splitQuery(target).url}`);
  const lose = (what: string): void => draft.leaveOut(`line ${given.line}, ${label.slice(0, 200)}`, what);
  if (scripts !== '') lose('its scripts do not run here; they are a comment in the script');
  [...preamble.lost, ...lost].forEach(lose);
  for (const one of preamble.replaced)
    draft.leaveOut(
      `line ${given.line}`,
      `an earlier value of @${one}; the last one counts in the whole file`,
    );
  const script = scripts === '' ? '' : commentOutScript('Scripts of the .http file', scripts);
  const reading = { draft, block, preamble, script, lose };
  if (!isCurl) addRequest(line, reading);
  else {
    const { description, settings, at } = preamble;
    addCurl(lines.slice(at).join('\n').trim(), reading, { folder: '', description, settings, script });
  }
};

/** Our names for the dynamic values of editors that have the same meaning here. */
const dynamicValues = new Map([
  ['$random.uuid', '$uuid'],
  ['$random.email', '$randomEmail'],
  ['$datetime iso8601', '$isoTimestamp'],
]);

/** Replaces the names of dynamic values, and of variables of the process, by ours. */
const convertDynamicValues = (text: string): string =>
  text.replaceAll(/\{\{([^{}\n]*)\}\}/g, (whole, inner: string) => {
    const name = inner.trim();
    const [, variable] = /^\$(?:(?:processEnv|dotenv)\s+|env\.)(\w+)$/.exec(name) ?? [];
    const known = variable === undefined ? dynamicValues.get(name) : `process.env.${variable}`;
    return known === undefined ? whole : `{{${known}}}`;
  });

/** Reads a file of HTTP requests for editors (.http, .rest), with the environments in files beside it. */
export const readHttpFile = (
  text: string,
  {
    why,
    name,
    files,
  }: Pick<ImportDocument, 'why' | 'name'> & { readonly files: ReadonlyMap<string, string> },
): ImportDocument => {
  const draft = createDraft();
  const variables = new Map<string, string>();
  for (const block of splitBlocks(convertDynamicValues(text))) addBlock(draft, block, variables);
  if (variables.size > 0)
    draft.setRoot({ variables: [...variables].map(([key, value]) => createPair(key, value)) });
  const { environments, leftOut, missing } = readHttpEnvironments(files);
  environments.forEach(draft.addEnvironment);
  for (const { place, what } of leftOut) draft.leaveOut(place, what);
  const document = draft.finish({
    format: 'http',
    why,
    name: name.replace(/\.(?:http|rest)$/i, '') || 'Requests',
  });
  return missing.length === 0 || document.requests.length === 0 ? document : { ...document, missing };
};
