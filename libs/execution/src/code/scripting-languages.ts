import { E } from '@tandem/core/fp';

import { dialects, quoteLines, quoteLiteral } from './literals.js';
import type { PlainRequest } from './plain-request.js';

/** Code for a request, or why the language cannot send it. */
export type Code = E.Either<string, string>;

/** Header values by name. Repeated ones are joined as RFC 9110 allows. */
const joinHeaders = (headers: PlainRequest['headers']): ReadonlyMap<string, string> => {
  const values = new Map<string, string>();
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    const before = values.get(lower);
    values.set(lower, before === undefined ? value : `${before}${lower === 'cookie' ? '; ' : ', '}${value}`);
  }
  return values;
};

/** Drops absent lines. */
export const present = (all: readonly (string | false)[]): string =>
  all.filter((line) => line !== false).join('\n');

const quoteJs = (text: string): string => quoteLiteral(text, dialects.javascript);
const quotePython = (text: string): string => quoteLiteral(text, dialects.python);
const quotePhp = (text: string): string => quoteLiteral(text, dialects.php);
const quoteRuby = (text: string): string => quoteLiteral(text, dialects.ruby);

const formatJsHeaders = (headers: PlainRequest['headers']): string =>
  [...joinHeaders(headers)].map(([name, value]) => `    ${quoteJs(name)}: ${quoteJs(value)},\n`).join('');

const noVerify = '// The request does not verify certificates. In Node: NODE_TLS_REJECT_UNAUTHORIZED=0';

/** `fetch`, in a browser or in Node. */
export const fetchCode = ({ method, url, headers, body, followRedirects, verify }: PlainRequest): Code =>
  body !== undefined && /^(GET|HEAD)$/i.test(method)
    ? E.left(`fetch cannot send a body with ${method}.`)
    : E.right(
        present([
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

/** axios, set to send the body unchanged and to accept any status. */
export const generateAxiosCode = ({
  method,
  url,
  headers,
  body,
  followRedirects,
  verify,
}: PlainRequest): Code =>
  E.right(
    present([
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

/** Python's requests. */
export const generateRequestsCode = ({
  method,
  url,
  headers,
  body,
  followRedirects,
  verify,
}: PlainRequest): Code =>
  E.right(
    present([
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

/** Python's httpx. */
export const generateHttpxCode = ({
  method,
  url,
  headers,
  body,
  followRedirects,
  verify,
}: PlainRequest): Code =>
  E.right(
    present([
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

/** PHP's curl extension. There, a header without a value ends with a semicolon. */
export const generatePhpCode = ({
  method,
  url,
  headers,
  body,
  followRedirects,
  verify,
}: PlainRequest): Code =>
  E.right(
    present([
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

/** Ruby's Net::HTTP, which accepts any method as a generic request. */
export const generateRubyCode = ({
  method,
  url,
  headers,
  body,
  followRedirects,
  verify,
}: PlainRequest): Code =>
  E.right(
    present([
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
