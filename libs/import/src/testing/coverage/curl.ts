import { createChangedRow, type Format, createKeptRow, createListedRow, readWhole, type Row } from './row.js';

const createRow = (name: string, value: string) => ({ name, value, enabled: true });
/** A command below the comment that names its request. */
const formatCurl = (options: string): string => `# r\ncurl ${options} https://a.example/x`;
const place = 'line 2, r';
const refusedAt = 'line 5';
const file = 'Choose its file again in Body.';

/** Creates a command that is left out completely, next to one that is imported. */
const createRefusedRow = (options: string, what: string): Row =>
  createListedRow(
    options,
    `# other\ncurl https://a.example\n\n# r\ncurl ${options}`,
    refusedAt,
    `the command cannot be read. ${what}`,
  );

const createLeftOutRow = (option: string, value = ''): Row =>
  createListedRow(
    `--${option}`,
    formatCurl(`--${option}${value === '' ? '' : ` ${value}`}`),
    place,
    `Left out: --${option}.`,
  );

const createDisplayOptionRow = (options: string): Row =>
  createChangedRow(options, 'nothing: it says what curl shows or where it writes', formatCurl(options), {
    request: { url: 'https://a.example/x' },
  });

export const curlCommands: Format = {
  name: 'curl',
  specification: 'https://curl.se/docs/manpage.html',
  read: (input) => readWhole(input, 'curl'),
  rows: [
    createKeptRow('-X, --request', formatCurl('-X DELETE'), { request: { method: 'DELETE' } }),
    createKeptRow('-I, --head', formatCurl('-I'), { request: { method: 'HEAD' } }),
    createKeptRow('--url', '# r\ncurl --url https://a.example/x', {
      request: { url: 'https://a.example/x' },
    }),
    createKeptRow('-H, --header', formatCurl("-H 'A: 1'"), { request: { headers: [createRow('A', '1')] } }),
    createKeptRow("-H 'Name;'", formatCurl("-H 'A;'"), { request: { headers: [createRow('A', '')] } }),
    createListedRow(
      "-H 'Name:'",
      formatCurl("-H 'Accept:'"),
      place,
      'Sent all the same: Accept, which curl leaves out.',
    ),
    createKeptRow('-A, --user-agent', formatCurl('-A a'), {
      request: { headers: [createRow('User-Agent', 'a')] },
    }),
    createListedRow(
      '-A ""',
      formatCurl('-A ""'),
      place,
      'Sent all the same: User-Agent, which curl leaves out.',
    ),
    createKeptRow('-e, --referer', formatCurl('-e https://b.example'), {
      request: { headers: [createRow('Referer', 'https://b.example')] },
    }),
    createListedRow(
      '-e ";auto"',
      formatCurl("-e ';auto'"),
      place,
      'Left out: a Referer after each redirect.',
    ),
    createKeptRow('-b, --cookie', formatCurl("-b 'a={{b}}'"), {
      request: { headers: [createRow('Cookie', 'a={{b}}')] },
    }),
    createRefusedRow(
      '-b jar.txt https://a.example',
      'It reads cookies from a file. Write them into the command, such as -b name=value',
    ),
    createKeptRow('-d, --data', formatCurl('-d a=1 -d b=2'), {
      request: {
        method: 'POST',
        body: { type: 'form-urlencoded', fields: [createRow('a', '1'), createRow('b', '2')] },
      },
    }),
    createListedRow(
      '-d @file',
      formatCurl('-d @a.txt'),
      place,
      'The file of -d is sent as it is; curl removes its line breaks.',
    ),
    createListedRow('--data-binary @file', formatCurl('--data-binary @a.txt'), place, file),
    createKeptRow('--data-raw', formatCurl("--data-raw '@a' -H 'Content-Type: text/plain'"), {
      request: { body: { type: 'text', content: '@a' } },
    }),
    createKeptRow('--data-urlencode', formatCurl("--data-urlencode 'a=b c'"), {
      request: { body: { fields: [createRow('a', 'b c')] } },
    }),
    createRefusedRow(
      '--data-urlencode a@b.txt -d c https://a.example',
      'It joins data from a file with other data. Put the whole body into the file',
    ),
    createKeptRow('--json', formatCurl("--json '{}'"), {
      request: {
        method: 'POST',
        body: { type: 'json', content: '{}' },
        headers: [createRow('Accept', 'application/json')],
      },
    }),
    createKeptRow('-F, --form', formatCurl('-F a=1'), {
      request: { body: { type: 'multipart', parts: [createRow('a', '1')] } },
    }),
    createListedRow('-F name=@file', formatCurl('-F a=@b.txt'), place, file),
    createKeptRow('--form-string', formatCurl("--form-string 'a=@b'"), {
      request: { body: { parts: [createRow('a', '@b')] } },
    }),
    createKeptRow('-G, --get', formatCurl('-G -d a=1'), {
      request: { method: 'GET', queryParams: [createRow('a', '1')] },
    }),
    createKeptRow('--url-query', formatCurl("--url-query 'a=b c'"), {
      request: { queryParams: [createRow('a', 'b c')] },
    }),
    createListedRow(
      'lists and ranges in a URL',
      "# r\ncurl 'https://a.example/{b,c}/[1-3]'",
      place,
      'Left out: the URLs that curl makes of {b,c} and [1-3]; the request has it as it stands.',
    ),
    createListedRow('-T, --upload-file', formatCurl('-T a.txt'), place, file),
    createRefusedRow(
      '-T - https://a.example',
      'Its body comes from another command. Save it to a file and give that',
    ),
    createKeptRow('-r, --range', formatCurl('-r 0-99'), {
      request: { headers: [createRow('Range', 'bytes=0-99')] },
    }),
    createKeptRow('-u, --user', formatCurl("-u 'u:{{p}}'"), {
      request: { auth: { type: 'basic', username: 'u' } },
    }),
    createKeptRow('--digest', formatCurl("--digest -u 'u:{{p}}'"), { request: { auth: { type: 'digest' } } }),
    createKeptRow('--ntlm', formatCurl("--ntlm -u 'u:{{p}}'"), { request: { auth: { type: 'ntlm' } } }),
    createKeptRow('--oauth2-bearer', formatCurl("--oauth2-bearer '{{t}}'"), {
      request: { auth: { type: 'bearer', token: '{{t}}' } },
    }),
    createKeptRow('--aws-sigv4', formatCurl("--aws-sigv4 aws:amz:eu-west-1:s3 -u 'a:{{s}}'"), {
      request: { auth: { type: 'aws-sigv4', region: 'eu-west-1', service: 's3' } },
    }),
    createKeptRow('-m, --max-time', formatCurl('-m 5'), { request: { settings: { timeoutMs: 5_000 } } }),
    createKeptRow('--max-redirs', formatCurl('--max-redirs 3'), {
      request: { settings: { maxRedirects: 3 } },
    }),
    createListedRow('--max-redirs -1', formatCurl('--max-redirs -1'), place, 'Left out: --max-redirs -1.'),
    createKeptRow('--http2', formatCurl('--http2'), { request: { settings: { http: '2' } } }),
    createChangedRow('-L, --location', 'redirects are followed, also without it', formatCurl('-L'), {
      request: { settings: {} },
    }),
    ...[
      '-s',
      '-S',
      '-v',
      '-i',
      '-f',
      '-o out.txt',
      '-O',
      '-w x',
      '-D head.txt',
      '--no-buffer',
      '-#',
      '--trace t.txt',
    ].map(createDisplayOptionRow),
    createListedRow(
      'variables of the shell',
      'curl "https://a.example/$ID"',
      'line 1, /{{ID}}',
      'Variables of the shell became {{ID}}.',
    ),
    ...(
      [
        ['proxy', 'p.example'],
        ['proxy-user', 'u:{{p}}'],
        ['noproxy', 'a.example'],
        ['cert', 'a.pem'],
        ['key', 'a.pem'],
        ['cacert', 'a.pem'],
        ['resolve', 'a.example:443:127.0.0.1'],
        ['connect-to', '::b.example:'],
        ['interface', 'eth0'],
        ['unix-socket', 'a.sock'],
        ['connect-timeout', '5'],
        ['retry', '3'],
        ['retry-delay', '1'],
        ['limit-rate', '1M'],
        ['max-filesize', '1M'],
        ['cookie-jar', 'jar.txt'],
        ['proto', '=https'],
        ['time-cond', 'yesterday'],
        ['continue-at', '10'],
        ['request-target', '*'],
      ] as const
    ).map(([option, value]) => createLeftOutRow(option, `'${value}'`)),
    ...[
      'path-as-is',
      'http1.0',
      'http3',
      'ipv4',
      'ipv6',
      'tlsv1.2',
      'location-trusted',
      'post301',
      'raw',
      'anyauth',
      'negotiate',
      'netrc',
    ].map((option) => createLeftOutRow(option)),
    createRefusedRow(
      'https://a.example --next https://b.example',
      'It sends several requests. Write each of them as a command of its own',
    ),
    createRefusedRow(
      '-H @head.txt https://a.example',
      'It reads headers from a file. Write them into the command',
    ),
    createRefusedRow(
      '-F "a=<b.txt" https://a.example',
      'The form field a reads its text from a file. Write the text into the command',
    ),
    createRefusedRow(
      '--unknown https://a.example',
      'The option --unknown is not one that a request can hold. Remove it and paste again',
    ),
  ],
};
