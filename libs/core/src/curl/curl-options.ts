/** The curl options that a request supports, by what they mean for the request. */
export type CurlOption =
  | 'request'
  | 'header'
  | 'data'
  | 'data-raw'
  | 'data-binary'
  | 'data-urlencode'
  | 'json'
  | 'form'
  | 'form-string'
  | 'user'
  | 'user-agent'
  | 'referer'
  | 'cookie'
  | 'get'
  | 'head'
  | 'url'
  | 'url-query'
  | 'max-time'
  | 'max-redirs'
  | 'upload-file'
  | 'oauth2-bearer'
  | 'aws-sigv4'
  | 'digest'
  | 'ntlm'
  | 'compressed'
  | 'insecure'
  | 'range'
  | 'http1.1'
  | 'http2'
  | 'http2-prior-knowledge';

/** The long names with their letters; empty for an option without a letter. */
const supportedOptions: Readonly<Record<CurlOption, string>> = {
  request: 'X',
  header: 'H',
  data: 'd',
  'data-raw': '',
  'data-binary': '',
  'data-urlencode': '',
  json: '',
  form: 'F',
  'form-string': '',
  user: 'u',
  'user-agent': 'A',
  referer: 'e',
  cookie: 'b',
  get: 'G',
  head: 'I',
  url: '',
  'url-query': '',
  'max-time': 'm',
  'max-redirs': '',
  'upload-file': 'T',
  'oauth2-bearer': '',
  'aws-sigv4': '',
  digest: '',
  ntlm: '',
  range: 'r',
  'http1.1': '',
  http2: '',
  'http2-prior-knowledge': '',
  compressed: '',
  insecure: 'k',
};

const flags: ReadonlySet<string> = new Set<CurlOption>([
  'get',
  'head',
  'digest',
  'ntlm',
  'http1.1',
  'http2',
  'http2-prior-knowledge',
  'compressed',
  'insecure',
]);

/** Options that change how curl reaches the server or what it sends, and that a request does not support. */
const unsupportedOptions: ReadonlySet<string> = new Set(
  (
    'proxy proxy-user noproxy cert key cacert capath cert-type key-type pass ciphers tls-max resolve connect-to ' +
    'interface path-as-is connect-timeout retry retry-delay retry-max-time retry-all-errors retry-connrefused max-filesize ' +
    'limit-rate speed-limit speed-time http1.0 http3 http3-only ipv4 ipv6 sslv2 sslv3 tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 ' +
    'location-trusted proto proto-default proto-redir dns-servers post301 post302 post303 raw cookie-jar junk-session-cookies ' +
    'anyauth negotiate netrc netrc-file netrc-optional unix-socket abstract-unix-socket request-target haproxy-protocol ' +
    'time-cond continue-at local-port doh-url pinnedpubkey crlfile hsts alt-svc preproxy socks4 socks4a socks5 socks5-hostname ' +
    'proxy-header proxytunnel ignore-content-length ssl ssl-reqd crlf tr-encoding'
  ).split(' '),
);

/** Whether leaving out an option may change the result. */
export const isUnsupportedOption = (name: string): boolean => unsupportedOptions.has(name);

const splitWords = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Options without a value that only affect curl's output or transfer, not the request. */
const ignoredFlags = splitWords(
  'location silent show-error verbose include fail fail-with-body globoff http1.0 ' +
    'http3 http3-only no-buffer progress-bar remote-name remote-header-name path-as-is raw ' +
    'tcp-nodelay tcp-fastopen no-keepalive no-progress-meter location-trusted basic ipv4 ipv6 sslv2 sslv3 tlsv1 ' +
    'tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 fail-early parallel disable create-dirs styled-output no-sessionid ssl ssl-reqd ' +
    'post301 post302 post303 retry-all-errors retry-connrefused anyauth negotiate netrc netrc-optional haproxy-protocol ' +
    'junk-session-cookies ignore-content-length proxytunnel crlf tr-encoding parallel-immediate trace-time trace-ids ' +
    'remote-name-all remote-time xattr no-clobber remove-on-error suppress-connect-headers disallow-username-in-url no-alpn no-npn',
);

/** Options with a value that only affect curl's output or transfer, not the request. */
const ignoredValues = splitWords(
  'output write-out connect-timeout retry retry-delay retry-max-time max-filesize limit-rate speed-limit speed-time ' +
    'proxy proxy-user noproxy interface resolve connect-to cert key cacert capath cert-type key-type pass ciphers ' +
    'tls-max cookie-jar dump-header stderr trace trace-ascii keepalive-time dns-servers proto proto-default rate ' +
    'proto-redir netrc-file unix-socket abstract-unix-socket request-target time-cond continue-at local-port doh-url ' +
    'pinnedpubkey crlfile hsts alt-svc preproxy socks4 socks4a socks5 socks5-hostname proxy-header output-dir ' +
    'parallel-max expect100-timeout happy-eyeballs-timeout-ms create-file-mode etag-save tls13-ciphers curves',
);

const ignoredLetters: Readonly<Record<string, string>> = {
  L: 'location',
  s: 'silent',
  S: 'show-error',
  v: 'verbose',
  i: 'include',
  f: 'fail',
  g: 'globoff',
  N: 'no-buffer',
  '#': 'progress-bar',
  O: 'remote-name',
  J: 'remote-header-name',
  q: 'disable',
  Z: 'parallel',
  '0': 'http1.0',
  '4': 'ipv4',
  '6': 'ipv6',
  '1': 'tlsv1',
  o: 'output',
  w: 'write-out',
  x: 'proxy',
  U: 'proxy-user',
  E: 'cert',
  c: 'cookie-jar',
  D: 'dump-header',
  Y: 'speed-limit',
  y: 'speed-time',
  j: 'junk-session-cookies',
  n: 'netrc',
  p: 'proxytunnel',
  z: 'time-cond',
  C: 'continue-at',
  R: 'remote-time',
};

/** Aliases that curl still accepts. */
const aliases: Readonly<Record<string, string>> = { 'data-ascii': 'data', 'no-location': 'no-buffer' };

const optionsByLetter: Readonly<Record<string, string>> = {
  ...ignoredLetters,
  ...Object.fromEntries(
    Object.entries(supportedOptions).flatMap(([name, letter]) => (letter === '' ? [] : [[letter, name]])),
  ),
};

/** The long name of an option's letter. */
const findLongName = (letter: string): string | undefined =>
  Object.hasOwn(optionsByLetter, letter) ? optionsByLetter[letter] : undefined;

/** How to read an option: the supported option that it is, undefined if it is ignored, and whether it takes a value. */
interface OptionKind {
  readonly option: CurlOption | undefined;
  readonly hasValue: boolean;
}

const isSupportedOption = (name: string): name is CurlOption => Object.hasOwn(supportedOptions, name);

/** The option with that long name; undefined if unknown. */
const findOptionKind = (longOption: string): OptionKind | undefined => {
  const name = Object.hasOwn(aliases, longOption) ? (aliases[longOption] ?? longOption) : longOption;
  if (isSupportedOption(name)) return { option: name, hasValue: !flags.has(name) };
  if (ignoredFlags.has(name)) return { option: undefined, hasValue: false };
  return ignoredValues.has(name) ? { option: undefined, hasValue: true } : undefined;
};

/** One option of a command that a request supports. A flag has an empty value. */
export interface CurlArgument {
  readonly name: CurlOption;
  readonly value: string;
}

/** The options of a command in order, or why they cannot be read. */
type CurlArguments =
  | {
      readonly found: readonly CurlArgument[];
      /** Options that a request does not support, by their long names. */
      readonly unsupported: readonly string[];
    }
  | { readonly problem: string };

interface ConsumedArgument {
  readonly found?: CurlArgument;
  readonly unsupported?: string;
  /** The number of words consumed. */
  readonly words: number;
  /** The letters after the option in the same word, such as `S` in `-sS`. */
  readonly rest?: string;
  readonly problem?: string;
}

const refuseUnknownOption = (option: string): ConsumedArgument => ({
  words: 0,
  problem: `The option ${option} is not one that a request can hold. Remove it and paste again.`,
});

/** Consumes the option with that long name. `value` is the value in the same word, `next` the word after it. */
const consumeOption = (
  option: string,
  long: string,
  value: string | undefined,
  next: string | undefined,
): ConsumedArgument => {
  const kind = findOptionKind(long);
  if (kind === undefined) return refuseUnknownOption(option);
  const taken = (given: string): Pick<ConsumedArgument, 'found' | 'unsupported'> =>
    kind.option === undefined ? { unsupported: long } : { found: { name: kind.option, value: given } };
  if (!kind.hasValue) {
    const rest = value === undefined || value === '' ? {} : { rest: value };
    return { words: 1, ...rest, ...taken('') };
  }
  const isOwn = value !== undefined && value !== '';
  const given = isOwn ? value : next;
  if (given === undefined) return { words: 0, problem: `The option ${option} has no value.` };
  return { words: isOwn ? 1 : 2, ...taken(given) };
};

const consumeArgument = (word: string, next: string | undefined): ConsumedArgument => {
  if (word === '--next' || word === '-:')
    return { words: 0, problem: 'It sends several requests. Write each of them as a command of its own.' };
  if (word.startsWith('--')) return consumeOption(word, word.slice(2), undefined, next);
  if (!word.startsWith('-') || word === '-') return { words: 1, found: { name: 'url', value: word } };
  const letter = word.slice(1, 2);
  const long = findLongName(letter);
  return long === undefined
    ? refuseUnknownOption(`-${letter}`)
    : consumeOption(`-${letter}`, long, word.slice(2), next);
};

/** Reads the words after `curl`. */
export const parseCurlArguments = (given: readonly string[]): CurlArguments => {
  // Words are stored in reverse: removing the first of a long list would move all others.
  const words = given.toReversed();
  const found: CurlArgument[] = [];
  const unsupported: string[] = [];
  while (words.length > 0) {
    const taken = consumeArgument(words.at(-1) ?? '', words.at(-2));
    if (taken.problem !== undefined) return { problem: taken.problem };
    if (taken.found) found.push(taken.found);
    if (taken.unsupported !== undefined) unsupported.push(taken.unsupported);
    words.splice(-taken.words, taken.words);
    if (taken.rest !== undefined) words.push(`-${taken.rest}`);
  }
  return { found, unsupported };
};

/** An option's values, in order. */
export const getOptionValues = (all: readonly CurlArgument[], wanted: CurlOption): readonly string[] =>
  all.filter(({ name }) => name === wanted).map(({ value }) => value);
