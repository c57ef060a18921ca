import { changed, type Format, kept, listed, readWhole, type Row } from './row.js';

const row = (name: string, value: string) => ({ name, value, enabled: true });
/** A command below the comment that names its request. */
const curl = (options: string): string => `# r\ncurl ${options} https://a.example/x`;
const place = 'line 2, r';
const refusedAt = 'line 5';
const file = 'Choose its file again in Body.';

/** A command that is left out as a whole, beside one that is not. */
const refused = (options: string, what: string): Row =>
  listed(
    options,
    `# other\ncurl https://a.example\n\n# r\ncurl ${options}`,
    refusedAt,
    `the command cannot be read. ${what}`,
  );

const leftOut = (option: string, value = ''): Row =>
  listed(
    `--${option}`,
    curl(`--${option}${value === '' ? '' : ` ${value}`}`),
    place,
    `Left out: --${option}.`,
  );

const shownOnly = (options: string): Row =>
  changed(options, 'nothing: it says what curl shows or where it writes', curl(options), {
    request: { url: 'https://a.example/x' },
  });

export const curlCommands: Format = {
  name: 'curl',
  specification: 'https://curl.se/docs/manpage.html',
  read: (input) => readWhole(input, 'curl'),
  rows: [
    kept('-X, --request', curl('-X DELETE'), { request: { method: 'DELETE' } }),
    kept('-I, --head', curl('-I'), { request: { method: 'HEAD' } }),
    kept('--url', '# r\ncurl --url https://a.example/x', { request: { url: 'https://a.example/x' } }),
    kept('-H, --header', curl("-H 'A: 1'"), { request: { headers: [row('A', '1')] } }),
    kept("-H 'Name;'", curl("-H 'A;'"), { request: { headers: [row('A', '')] } }),
    listed("-H 'Name:'", curl("-H 'Accept:'"), place, 'Sent all the same: Accept, which curl leaves out.'),
    kept('-A, --user-agent', curl('-A a'), { request: { headers: [row('User-Agent', 'a')] } }),
    listed('-A ""', curl('-A ""'), place, 'Sent all the same: User-Agent, which curl leaves out.'),
    kept('-e, --referer', curl('-e https://b.example'), {
      request: { headers: [row('Referer', 'https://b.example')] },
    }),
    listed('-e ";auto"', curl("-e ';auto'"), place, 'Left out: a Referer after each redirect.'),
    kept('-b, --cookie', curl("-b 'a={{b}}'"), { request: { headers: [row('Cookie', 'a={{b}}')] } }),
    refused(
      '-b jar.txt https://a.example',
      'It reads cookies from a file. Write them into the command, such as -b name=value',
    ),
    kept('-d, --data', curl('-d a=1 -d b=2'), {
      request: { method: 'POST', body: { type: 'form-urlencoded', fields: [row('a', '1'), row('b', '2')] } },
    }),
    listed(
      '-d @file',
      curl('-d @a.txt'),
      place,
      'The file of -d is sent as it is; curl removes its line breaks.',
    ),
    listed('--data-binary @file', curl('--data-binary @a.txt'), place, file),
    kept('--data-raw', curl("--data-raw '@a' -H 'Content-Type: text/plain'"), {
      request: { body: { type: 'text', content: '@a' } },
    }),
    kept('--data-urlencode', curl("--data-urlencode 'a=b c'"), {
      request: { body: { fields: [row('a', 'b c')] } },
    }),
    refused(
      '--data-urlencode a@b.txt -d c https://a.example',
      'It joins data from a file with other data. Put the whole body into the file',
    ),
    kept('--json', curl("--json '{}'"), {
      request: {
        method: 'POST',
        body: { type: 'json', content: '{}' },
        headers: [row('Accept', 'application/json')],
      },
    }),
    kept('-F, --form', curl('-F a=1'), { request: { body: { type: 'multipart', parts: [row('a', '1')] } } }),
    listed('-F name=@file', curl('-F a=@b.txt'), place, file),
    kept('--form-string', curl("--form-string 'a=@b'"), { request: { body: { parts: [row('a', '@b')] } } }),
    kept('-G, --get', curl('-G -d a=1'), { request: { method: 'GET', queryParams: [row('a', '1')] } }),
    kept('--url-query', curl("--url-query 'a=b c'"), { request: { queryParams: [row('a', 'b c')] } }),
    listed(
      'lists and ranges in a URL',
      "# r\ncurl 'https://a.example/{b,c}/[1-3]'",
      place,
      'Left out: the URLs that curl makes of {b,c} and [1-3]; the request has it as it stands.',
    ),
    listed('-T, --upload-file', curl('-T a.txt'), place, file),
    refused('-T - https://a.example', 'Its body comes from another command. Save it to a file and give that'),
    kept('-r, --range', curl('-r 0-99'), { request: { headers: [row('Range', 'bytes=0-99')] } }),
    kept('-u, --user', curl("-u 'u:{{p}}'"), { request: { auth: { type: 'basic', username: 'u' } } }),
    kept('--digest', curl("--digest -u 'u:{{p}}'"), { request: { auth: { type: 'digest' } } }),
    kept('--ntlm', curl("--ntlm -u 'u:{{p}}'"), { request: { auth: { type: 'ntlm' } } }),
    kept('--oauth2-bearer', curl("--oauth2-bearer '{{t}}'"), {
      request: { auth: { type: 'bearer', token: '{{t}}' } },
    }),
    kept('--aws-sigv4', curl("--aws-sigv4 aws:amz:eu-west-1:s3 -u 'a:{{s}}'"), {
      request: { auth: { type: 'aws-sigv4', region: 'eu-west-1', service: 's3' } },
    }),
    kept('-m, --max-time', curl('-m 5'), { request: { settings: { timeoutMs: 5_000 } } }),
    kept('--max-redirs', curl('--max-redirs 3'), { request: { settings: { maxRedirects: 3 } } }),
    listed('--max-redirs -1', curl('--max-redirs -1'), place, 'Left out: --max-redirs -1.'),
    kept('--http2', curl('--http2'), { request: { settings: { http: '2' } } }),
    changed('-L, --location', 'redirects are followed, also without it', curl('-L'), {
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
    ].map(shownOnly),
    listed(
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
    ).map(([option, value]) => leftOut(option, `'${value}'`)),
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
    ].map((option) => leftOut(option)),
    refused(
      'https://a.example --next https://b.example',
      'It sends several requests. Write each of them as a command of its own',
    ),
    refused('-H @head.txt https://a.example', 'It reads headers from a file. Write them into the command'),
    refused(
      '-F "a=<b.txt" https://a.example',
      'The form field a reads its text from a file. Write the text into the command',
    ),
    refused(
      '--unknown https://a.example',
      'The option --unknown is not one that a request can hold. Remove it and paste again',
    ),
  ],
};
