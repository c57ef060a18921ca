import { getOwnValue } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';
import { unprintable } from '../curl/shell-word.js';
import type { PlainRequest } from './plain-request.js';

/** How a language writes string literals. */
interface Dialect {
  /** The characters with a special meaning in double-quoted strings, except quotes and backslashes. */
  readonly special?: RegExp;
  /** Escapes a character by its code. */
  readonly unicode: (character: string) => string;
  /** Joins strings across lines. */
  readonly join: string;
}

const toHex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

const escapeUnits = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${toHex(unit.charCodeAt(0), 4)}`)
    .join('');

const toUnicodeEscape = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\U${toHex(code, 8)}` : `\\u${toHex(code, 4)}`;
};

const escapeWithBraces = (character: string): string => `\\u{${toHex(character.codePointAt(0) ?? 0, 1)}}`;

/** Escapes a character for Java, which expands `\uXXXX` before it parses the program. A line terminator must therefore be octal. */
const escapeForJava = (character: string): string => {
  const code = character.charCodeAt(0);
  return code < 0x80 ? `\\${code.toString(8).padStart(3, '0')}` : escapeUnits(character);
};

/** How each language writes string literals. */
export const dialects = {
  javascript: { unicode: escapeUnits, join: ' +' },
  python: { unicode: toUnicodeEscape, join: '' },
  go: { unicode: toUnicodeEscape, join: ' +' },
  java: { unicode: escapeForJava, join: ' +' },
  csharp: { unicode: escapeUnits, join: ' +' },
  php: { unicode: escapeWithBraces, special: /\$/, join: ' .' },
  ruby: { unicode: escapeWithBraces, special: /#/, join: ' +' },
} as const satisfies Readonly<Record<string, Dialect>>;

const namedEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escapeCharacter = (character: string, { special, unicode }: Dialect): string => {
  if (character === '"' || character === '\\' || special?.test(character) === true) return `\\${character}`;
  const named = getOwnValue(namedEscapes, character);
  if (named !== undefined) return named;
  return unprintable.test(character) ? unicode(character) : character;
};

/** Writes text as a string literal on one line. Escapes characters that are invisible or special in the language. */
export const quoteLiteral = (text: string, dialect: Dialect): string =>
  `"${Array.from(text, (character) => escapeCharacter(character, dialect)).join('')}"`;

/** Writes text as string literals, one per line. */
export const quoteLines = (text: string, dialect: Dialect, indent: string): string =>
  text
    .split(/(?<=\n)/)
    .map((line) => quoteLiteral(line, dialect))
    .join(`${dialect.join}\n${indent}`) || '""';

/** The code for a request, or why code in that language cannot send it. */
export type Code = E.Either<string, string>;

/** The header values by name. Joins repeated headers, as RFC 9110 allows. */
const joinHeaders = (headers: PlainRequest['headers']): ReadonlyMap<string, string> => {
  const values = new Map<string, string>();
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    const before = values.get(lower);
    values.set(lower, before === undefined ? value : `${before}${lower === 'cookie' ? '; ' : ', '}${value}`);
  }
  return values;
};

/** Joins the lines that are present. */
export const dropAbsentLines = (all: readonly (string | false)[]): string =>
  all.filter((line) => line !== false).join('\n');

const quoteJs = (text: string): string => quoteLiteral(text, dialects.javascript);
const quotePython = (text: string): string => quoteLiteral(text, dialects.python);
const quotePhp = (text: string): string => quoteLiteral(text, dialects.php);
const quoteRuby = (text: string): string => quoteLiteral(text, dialects.ruby);

const formatJsHeaders = (headers: PlainRequest['headers']): string =>
  [...joinHeaders(headers)].map(([name, value]) => `    ${quoteJs(name)}: ${quoteJs(value)},\n`).join('');

const noVerify = '// The request does not verify certificates. In Node: NODE_TLS_REJECT_UNAUTHORIZED=0';

/** Generates JavaScript code with `fetch`, for a browser or Node. */
export const fetchCode = ({ method, url, headers, body, followRedirects, verify }: PlainRequest): Code =>
  body !== undefined && /^(GET|HEAD)$/i.test(method)
    ? E.left(`fetch cannot send a body with ${method}.`)
    : E.right(
        dropAbsentLines([
          !verify && noVerify,
          `const response = await fetch(${quoteJs(url)}, {`,
          `  method: ${quoteJs(method)},`,
          headers.length > 0 && `  headers: {\n${formatJsHeaders(headers)}  },`,
          body !== undefined && `  body:\n    ${quoteLines(body, dialects.javascript, '    ')},`,
          !followRedirects && "  redirect: 'manual',",
          '});',
          '',
          'console.log(response.status);',
          'console.log(await response.text());',
          '',
        ]),
      );

/** Generates JavaScript code with axios, set to send the body unchanged and to accept any status. */
export const generateAxiosCode = ({
  method,
  url,
  headers,
  body,
  followRedirects,
  verify,
}: PlainRequest): Code =>
  E.right(
    dropAbsentLines([
      "import axios from 'axios';",
      '',
      !verify && noVerify,
      'const response = await axios({',
      `  method: ${quoteJs(method)},`,
      `  url: ${quoteJs(url)},`,
      headers.length > 0 && `  headers: {\n${formatJsHeaders(headers)}  },`,
      body !== undefined && `  data:\n    ${quoteLines(body, dialects.javascript, '    ')},`,
      body !== undefined && '  transformRequest: (data) => data,',
      "  responseType: 'text',",
      !followRedirects && '  maxRedirects: 0,',
      '  validateStatus: () => true,',
      '});',
      '',
      'console.log(response.status);',
      'console.log(response.data);',
      '',
    ]),
  );

const formatPythonBody = (body: string): string =>
  body.includes('\n')
    ? `(\n        ${quoteLines(body, dialects.python, '        ')}\n    ).encode()`
    : `${quotePython(body)}.encode()`;

/** Generates Python code that uses the library `requests`. */
export const generateRequestsCode = ({
  method,
  url,
  headers,
  body,
  followRedirects,
  verify,
}: PlainRequest): Code =>
  E.right(
    dropAbsentLines([
      'import requests',
      '',
      'response = requests.request(',
      `    ${quotePython(method)},`,
      `    ${quotePython(url)},`,
      headers.length > 0 &&
        `    headers={\n${[...joinHeaders(headers)].map(([name, value]) => `        ${quotePython(name)}: ${quotePython(value)},\n`).join('')}    },`,
      body !== undefined && `    data=${formatPythonBody(body)},`,
      !followRedirects && '    allow_redirects=False,',
      !verify && '    verify=False,',
      ')',
      '',
      'print(response.status_code)',
      'print(response.text)',
      '',
    ]),
  );

/** Generates Python code with the library httpx. */
export const generateHttpxCode = ({
  method,
  url,
  headers,
  body,
  followRedirects,
  verify,
}: PlainRequest): Code =>
  E.right(
    dropAbsentLines([
      'import httpx',
      '',
      'response = httpx.request(',
      `    ${quotePython(method)},`,
      `    ${quotePython(url)},`,
      headers.length > 0 &&
        `    headers=[\n${headers.map(([name, value]) => `        (${quotePython(name)}, ${quotePython(value)}),\n`).join('')}    ],`,
      body !== undefined && `    content=${formatPythonBody(body)},`,
      followRedirects && '    follow_redirects=True,',
      !verify && '    verify=False,',
      ')',
      '',
      'print(response.status_code)',
      'print(response.text)',
      '',
    ]),
  );

/** Generates PHP code with the curl extension, which requires a semicolon after the name of a header without a value. */
export const generatePhpCode = ({
  method,
  url,
  headers,
  body,
  followRedirects,
  verify,
}: PlainRequest): Code =>
  E.right(
    dropAbsentLines([
      '<?php',
      '',
      `$curl = curl_init(${quotePhp(url)});`,
      'curl_setopt_array($curl, [',
      `    CURLOPT_CUSTOMREQUEST => ${quotePhp(method)},`,
      method === 'HEAD' && '    CURLOPT_NOBODY => true,',
      headers.length > 0 &&
        `    CURLOPT_HTTPHEADER => [\n${headers
          .map(
            ([name, value]) =>
              `        ${quotePhp(value.trim() === '' ? `${name};` : `${name}: ${value}`)},\n`,
          )
          .join('')}    ],`,
      body !== undefined &&
        `    CURLOPT_POSTFIELDS =>\n        ${quoteLines(body, dialects.php, '        ')},`,
      '    CURLOPT_RETURNTRANSFER => true,',
      followRedirects && '    CURLOPT_FOLLOWLOCATION => true,',
      !verify && '    CURLOPT_SSL_VERIFYPEER => false,\n    CURLOPT_SSL_VERIFYHOST => 0,',
      ']);',
      '$body = curl_exec($curl);',
      '',
      'echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), "\\n", $body, "\\n";',
      '',
    ]),
  );

/** Generates Ruby code with Net::HTTP, which accepts any method as a generic request. */
export const generateRubyCode = ({
  method,
  url,
  headers,
  body,
  followRedirects,
  verify,
}: PlainRequest): Code =>
  E.right(
    dropAbsentLines([
      "require 'net/http'",
      "require 'openssl'",
      '',
      followRedirects && '# Net::HTTP does not follow redirects.',
      `uri = URI(${quoteRuby(url)})`,
      `request = Net::HTTPGenericRequest.new(${quoteRuby(method)}, ${String(body !== undefined)}, ${String(method !== 'HEAD')}, uri)`,
      ...[...joinHeaders(headers)].map(
        ([name, value]) => `request[${quoteRuby(name)}] = ${quoteRuby(value)}`,
      ),
      body !== undefined && `request.body =\n  ${quoteLines(body, dialects.ruby, '  ')}`,
      '',
      `options = { use_ssl: uri.scheme == 'https'${verify ? '' : ', verify_mode: OpenSSL::SSL::VERIFY_NONE'} }`,
      'response = Net::HTTP.start(uri.hostname, uri.port, **options) { |http| http.request(request) }',
      '',
      'puts response.code, response.body',
      '',
    ]),
  );
