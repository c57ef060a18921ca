import type { Auth, AuthOf } from '../auth/auth.js';
import type { Body, Pair } from '../requests/fields.js';
import type { RequestSettings } from '../requests/rest-request.js';
import { addScheme } from '../requests/url-text.js';
import {
  createDataBody,
  createFormBody,
  type CurlBody,
  encodeDataUrlencode,
  joinData,
  selectDataArguments,
} from './curl-body.js';
import {
  type CurlArgument,
  type CurlOption,
  getOptionValues,
  isUnsupportedOption,
  parseCurlArguments,
} from './curl-options.js';
import { isPowerShell, splitPowerShellWords } from './power-shell-words.js';
import { splitShellWords } from './shell-words.js';

const hasFile = (body: Body): boolean =>
  body.type === 'binary' || (body.type === 'multipart' && body.parts.some((part) => 'file' in part));

/** Headers that the command tells curl to omit, but that Tandem sends anyway. */
const findHeadersSentAnyway = (all: readonly CurlArgument[]): readonly string[] => [
  ...getOptionValues(all, 'header').flatMap((text) => /^([^:;]+):\s*$/.exec(text)?.[1]?.trim() ?? []),
  ...(getOptionValues(all, 'user-agent').includes('') ? ['User-Agent'] : []),
];

/** Options whose values a request cannot represent exactly. */
const findChangedOptions = (all: readonly CurlArgument[]): readonly string[] => {
  const headers = findHeadersSentAnyway(all);
  const seconds = getOptionValues(all, 'max-time').at(-1);
  const redirects = getOptionValues(all, 'max-redirs').at(-1);
  const isStripped = selectDataArguments(all).some(
    ({ name, value }) => name === 'data' && value.startsWith('@'),
  );
  return [
    ...(headers.length > 0 ? [`Sent all the same: ${headers.join(', ')}, which curl leaves out.`] : []),
    ...(isStripped ? ['The file of -d is sent as it is; curl removes its line breaks.'] : []),
    ...(seconds !== undefined && !(Number(seconds) <= 600) ? [`Left out: --max-time ${seconds}.`] : []),
    ...(redirects !== undefined && !(Number(redirects) >= 0 && Number(redirects) <= 100)
      ? [`Left out: --max-redirs ${redirects}.`]
      : []),
    ...(getOptionValues(all, 'referer').some((value) => value.endsWith(';auto'))
      ? ['Left out: a Referer after each redirect.']
      : []),
  ];
};

/** Matches lists and ranges that curl expands to several URLs, unless an option disables that. */
const severalUrls = /(?<!\{)\{[^{},]*,[^{}]*\}(?!\})|\[(?:\d+-\d+|[a-z]-[a-z])(?::\d+)?\]/gi;

const describeSeveralUrls = (all: readonly CurlArgument[], left: readonly string[]): readonly string[] => {
  const found = left.includes('globoff')
    ? []
    : getOptionValues(all, 'url').flatMap((url) => url.match(severalUrls) ?? []);
  return found.length === 0
    ? []
    : [`Left out: the URLs that curl makes of ${found.join(' and ')}; the request has it as it stands.`];
};

/** Notes about a request converted from a command. */
const listCurlNotes = (
  body: Body,
  all: readonly CurlArgument[],
  left: readonly string[],
  variables: readonly string[],
): readonly string[] => {
  const missed = [...new Set(left.filter(isUnsupportedOption))].map((name) => `--${name}`);
  const names = variables.map((name) => `{{${name}}}`);
  return [
    ...(missed.length > 0 ? [`Left out: ${missed.join(', ')}.`] : []),
    ...(names.length > 0 ? [`Variables of the shell became ${names.join(', ')}.`] : []),
    ...(hasFile(body) ? ['Choose its file again in Body.'] : []),
    ...findChangedOptions(all),
    ...describeSeveralUrls(all, left),
  ];
};

/**
 * The labels of a host such as `s3.us-east-1.amazonaws.com`. They provide the service and region if the command does
 * not.
 */
const getHostLabels = (url: string): readonly string[] =>
  /^(?:\w+:\/\/)?([^/?#:]*)/.exec(url)?.[1]?.split('.') ?? [];

const isTokenHeader = ({ name }: Pair): boolean => name.toLowerCase() === 'x-amz-security-token';

/** Parses the auth of `--aws-sigv4 provider[:provider[:region[:service]]]`. Its session token is a header. */
const parseAwsAuth = (
  signing: string,
  { user, url, headers }: { readonly user: string; readonly url: string; readonly headers: readonly Pair[] },
): AuthOf<'aws-sigv4'> => {
  const [, , region, service] = signing.split(':');
  const [first = '', second = ''] = getHostLabels(url);
  const at = user.indexOf(':');
  const token = headers.find(isTokenHeader)?.value;
  return {
    type: 'aws-sigv4',
    accessKeyId: at < 0 ? user : user.slice(0, at),
    secretAccessKey: at < 0 ? '' : user.slice(at + 1),
    region: region ?? second,
    service: service ?? first,
    ...(token === undefined ? {} : { sessionToken: token }),
  };
};

/** The request fields that a curl command sets. */
export interface CurlFields {
  readonly method: string;
  /** The URL, including its query. */
  readonly url: string;
  readonly headers: readonly Pair[];
  readonly auth: Auth;
  readonly body: Body;
  readonly settings: RequestSettings;
}

/** A request with notes about the command, or why the command cannot become a request. */
export type CurlReading =
  { readonly fields: CurlFields; readonly notes: readonly string[] } | { readonly problem: string };

const createRow = (name: string, value: string): Pair => ({ name, value, enabled: true });

const hasOption = (all: readonly CurlArgument[], wanted: CurlOption): boolean =>
  all.some(({ name }) => name === wanted);

const hasName =
  (name: string) =>
  (header: Pair): boolean =>
    header.name.toLowerCase() === name;

/** The headers from `-H` and equivalent options. curl omits a header without a value. */
const listHeaders = (all: readonly CurlArgument[]): readonly Pair[] => {
  const written = getOptionValues(all, 'header').flatMap((text): readonly Pair[] => {
    if (/^[^:]+;\s*$/.test(text)) return [createRow(text.replace(/;\s*$/, ''), '')];
    const at = text.indexOf(':');
    const value = text.slice(at + 1).trim();
    return at <= 0 || value === '' ? [] : [createRow(text.slice(0, at).trim(), value)];
  });
  const cookies = getOptionValues(all, 'cookie').filter((text) => text.includes('='));
  return [
    ...written,
    ...getOptionValues(all, 'user-agent')
      .filter((value) => value !== '')
      .map((value) => createRow('User-Agent', value)),
    ...getOptionValues(all, 'referer')
      .map((value) => value.replace(/;auto$/, ''))
      .filter((value) => value !== '')
      .map((value) => createRow('Referer', value)),
    ...getOptionValues(all, 'range').map((value) => createRow('Range', `bytes=${value}`)),
    ...(hasOption(all, 'compressed') && !written.some(hasName('accept-encoding'))
      ? [createRow('Accept-Encoding', 'gzip, deflate, br')]
      : []),
    ...(cookies.length > 0 ? [createRow('Cookie', cookies.join('; '))] : []),
  ];
};

const decodeBase64 = (text: string): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(atob(text), (c) => c.charCodeAt(0)),
    );
  } catch {
    return undefined;
  }
};

const parseUserAuth = (pair: string, type: 'basic' | 'digest' | 'ntlm' = 'basic'): Auth => {
  const at = pair.indexOf(':');
  const [username, password] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
  return { type, username, password };
};

/** The auth of a command: from its options or its Authorization header. */
const getAuth = (all: readonly CurlArgument[], headers: readonly Pair[]): Auth => {
  const [bearer] = getOptionValues(all, 'oauth2-bearer');
  if (bearer !== undefined) return { type: 'bearer', token: bearer };
  const header = headers.filter(hasName('authorization'));
  const [, scheme = '', credentials = ''] = /^(\S+)\s+(\S+)$/.exec(header[0]?.value ?? '') ?? [];
  if (header.length === 1 && /^bearer$/i.test(scheme)) return { type: 'bearer', token: credentials };
  const pair = /^basic$/i.test(scheme) ? decodeBase64(credentials) : undefined;
  if (header.length === 1 && pair?.includes(':')) return parseUserAuth(pair);
  const [user] = getOptionValues(all, 'user');
  const [signing] = getOptionValues(all, 'aws-sigv4');
  const url = getOptionValues(all, 'url')[0] ?? '';
  if (header.length === 0 && signing !== undefined)
    return parseAwsAuth(signing, { user: user ?? '', url, headers });
  if (header.length > 0 || user === undefined) return { type: 'none' };
  if (hasOption(all, 'ntlm')) return parseUserAuth(user, 'ntlm');
  return parseUserAuth(user, hasOption(all, 'digest') ? 'digest' : 'basic');
};

const getBody = (all: readonly CurlArgument[], headers: readonly Pair[]): CurlBody => {
  const type = headers.find(hasName('content-type'))?.value;
  const data = selectDataArguments(all);
  const forms = all.filter(({ name }) => name === 'form' || name === 'form-string');
  const [file] = getOptionValues(all, 'upload-file');
  if (file !== undefined)
    return { body: { type: 'binary', file, ...(type === undefined ? {} : { contentType: type }) } };
  if (forms.length > 0) return createFormBody(forms);
  return data.length > 0 && !hasOption(all, 'get') ? createDataBody(data, type) : { body: { type: 'none' } };
};

const getMethod = (all: readonly CurlArgument[], body: Body): string => {
  const given = getOptionValues(all, 'request').at(-1);
  if (given !== undefined) return given;
  if (hasOption(all, 'head')) return 'HEAD';
  if (hasOption(all, 'upload-file')) return 'PUT';
  return body.type === 'none' ? 'GET' : 'POST';
};

/** Formats a value of `--url-query` as part of a query: like `--data-urlencode`, or verbatim after a plus. */
const formatQueryPart = (value: string): string =>
  value.startsWith('+') ? value.slice(1) : encodeDataUrlencode(value);

const addQuery = (url: string, query: string): string => {
  if (query === '') return url;
  const [before = '', ...fragment] = url.split('#');
  const joint = !before.includes('?') ? '?' : /[?&]$/.test(before) ? '' : '&';
  return [before + joint + query, ...fragment].join('#');
};

/** The headers of the request: the command's own, except those that the request's auth or body sets anyway. */
const listOwnHeaders = (
  headers: readonly Pair[],
  auth: Auth,
  { body, contentType, accept }: Exclude<CurlBody, { problem: string }>,
): readonly Pair[] => {
  const isTypeKept =
    body.type === 'none' || (body.type === 'json' && contentType?.toLowerCase() !== 'application/json');
  const isGiven = (header: Pair): boolean =>
    (hasName('authorization')(header) && auth.type !== 'none') ||
    (isTokenHeader(header) && auth.type === 'aws-sigv4') ||
    (hasName('content-type')(header) && !isTypeKept);
  return [
    ...headers.filter((header) => !isGiven(header)),
    ...(accept !== undefined && !headers.some(hasName('accept')) ? [createRow('Accept', accept)] : []),
  ];
};

const getSettings = (all: readonly CurlArgument[]): RequestSettings => {
  const seconds = Number(getOptionValues(all, 'max-time').at(-1) ?? Number.NaN);
  const redirects = Number(getOptionValues(all, 'max-redirs').at(-1) ?? Number.NaN);
  const timeoutMs = Math.round(seconds * 1_000);
  return {
    ...(hasOption(all, 'insecure') ? { tls: { verify: false } } : {}),
    ...(timeoutMs >= 1 && timeoutMs <= 600_000 ? { timeoutMs } : {}),
    ...(hasOption(all, 'http2') || hasOption(all, 'http2-prior-knowledge') ? { http: '2' as const } : {}),
    ...(Number.isInteger(redirects) && redirects >= 0 && redirects <= 100 ? { maxRedirects: redirects } : {}),
  };
};

/** The reason why a request cannot represent the command; undefined if it can. */
const findRefusal = (all: readonly CurlArgument[]): string | undefined => {
  const urls = getOptionValues(all, 'url');
  if (urls.length === 0) return 'It has no URL.';
  if (urls.length > 1) return `It has ${urls.length} URLs: ${urls.join(' ')}. Keep one of them.`;
  if (getOptionValues(all, 'upload-file').some((file) => file === '-' || file === '.'))
    return 'Its body comes from another command. Save it to a file and give that.';
  if (getOptionValues(all, 'url-query').some((text) => /^[^=+]*@/.test(text)))
    return 'It reads its query from a file. Write it into the command.';
  if (getOptionValues(all, 'header').some((text) => text.startsWith('@')))
    return 'It reads headers from a file. Write them into the command.';
  if (getOptionValues(all, 'cookie').some((text) => !text.includes('=')))
    return 'It reads cookies from a file. Write them into the command, such as -b name=value.';
  return hasOption(all, 'get') && joinData(selectDataArguments(all)) === undefined
    ? 'It reads its query from a file. Write it into the command.'
    : undefined;
};

/** Adds the scheme that curl assumes: text without a scheme is a host, even with a user before it. */
const toCurlUrl = (given: string): string => {
  const url = addScheme(given);
  return /^\s*([a-z][a-z0-9+.-]*:\/\/|\{\{|\/|$)/i.test(url) ? url : `http://${url.trim()}`;
};

/** Appends the name of the uploaded file if the URL ends with a slash. */
const addFileName = (url: string, file: string | undefined): string => {
  const name =
    file === undefined ? '' : file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  return name === '' ? url : url.replace(/^([^?#]*\/)(?=[?#]|$)/, `$1${encodeURIComponent(name)}`);
};

const getUrl = (all: readonly CurlArgument[]): string =>
  [
    ...(hasOption(all, 'get') ? [joinData(selectDataArguments(all)) ?? ''] : []),
    ...getOptionValues(all, 'url-query').map(formatQueryPart),
  ].reduce(
    addQuery,
    addFileName(toCurlUrl(getOptionValues(all, 'url')[0] ?? ''), getOptionValues(all, 'upload-file')[0]),
  );

/** Reads a curl command as the request it sends. */
export const readCurl = (text: string): CurlReading => {
  const command = text.replace(/^\s*(?:[$>%]\s+|PS [^>\n]*>\s*)/, '');
  const shell = isPowerShell(command) ? splitPowerShellWords(command) : splitShellWords(command);
  if ('problem' in shell) return shell;
  const options = parseCurlArguments(shell.words.slice(1));
  if ('problem' in options) return options;
  const { found: all, unsupported: left } = options;
  const refusal = findRefusal(all);
  if (refusal !== undefined) return { problem: refusal };
  const written = listHeaders(all);
  const made = getBody(all, written);
  if ('problem' in made) return made;
  const { body } = made;
  const auth = getAuth(all, written);
  const fields: CurlFields = {
    method: getMethod(all, body),
    url: getUrl(all),
    headers: listOwnHeaders(written, auth, made),
    auth,
    body,
    settings: getSettings(all),
  };
  return { fields, notes: listCurlNotes(body, all, left, shell.variables) };
};
