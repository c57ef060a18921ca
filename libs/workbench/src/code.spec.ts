import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { CreateRest, RequestCode } from '@tandem/application';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk, updateActive } from './testing/on-disk.js';
import { openRawEnd, type RawRequest } from './testing/raw-end.js';

const run = promisify(execFile);
const answers = (command: string, ...args: readonly string[]): Promise<boolean> =>
  run(command, args).then(
    () => true,
    () => false,
  );

/** Finds the first Python interpreter that has the package, because there may be several. */
const findPython = async (name: string): Promise<string | undefined> => {
  for (const python of ['python3', '/usr/bin/python3'])
    if (await answers(python, '-c', `import ${name}`)) return python;
  return undefined;
};
const [withRequests, withHttpx] = [await findPython('requests'), await findPython('httpx')];
const python = (command = 'python3') => ({ file: 'code.py', command, args: [] });

/** The programs that run the code of each language, if they are installed. Code for axios and C# is not run. */
const programs = {
  fetch: { file: 'code.mjs', command: process.execPath, args: [], isThere: true },
  requests: { ...python(withRequests), isThere: withRequests !== undefined },
  httpx: { ...python(withHttpx), isThere: withHttpx !== undefined },
  php: {
    ...{ file: 'code.php', command: 'php', args: [] },
    isThere: await answers('php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'),
  },
  ruby: { file: 'code.rb', command: 'ruby', args: [], isThere: await answers('ruby', '--version') },
  java: { file: 'Example.java', command: 'java', args: [], isThere: await answers('java', '--version') },
  go: { file: 'code.go', command: 'go', args: ['run'], isThere: await answers('go', 'version') },
} as const;
type Language = keyof typeof programs;

let disk: OnDisk;
let end: Awaited<ReturnType<typeof openRawEnd>>;
let folder = '';
beforeAll(async () => {
  [disk, end] = [await openOnDisk((_, response) => response.end()), await openRawEnd()];
  folder = await mkdtemp(join(tmpdir(), 'tandem-code-'));
});
afterAll(async () => {
  await end.close();
  await disk.close();
  await rm(folder, { recursive: true });
});

type Fields = Partial<CreateRest>;
const pair = (name: string, value: string) => ({ name, value, enabled: true });

const generateCode = async (id: string, language: string, secrets: 'masked' | 'real' = 'real') =>
  unwrapResult<RequestCode>(disk.application.requests.asCode({ id, language, secrets } as never));

/** Fields that each client sets itself. */
const clientFields =
  /^(host|connection|user-agent|accept|content-length|accept-(encoding|language)|sec-fetch-mode)$/;

const removeClientFields = ({ method, target, headers, body }: RawRequest) => {
  const boundary = headers.flatMap(([, value]) => /; ?boundary=(\S+)$/.exec(value)?.[1] ?? [])[0];
  const plain = (text: string) => (boundary === undefined ? text : text.replaceAll(boundary, 'BOUNDARY'));
  const values = new Map<string, string>();
  for (const [name, value] of headers.filter((one) => !clientFields.test(one[0]))) {
    const before = values.get(name);
    values.set(name, before === undefined ? plain(value) : `${before}, ${plain(value)}`);
  }
  return { method, target, headers: Object.fromEntries(values), body: plain(body) };
};

const oddText = 'it\'s "x" `y` $z ${1} #{2} {3} %d \\n \\u0041 \\';
const multiline = '{\n\t"a": "it\'s \\"$b\\" #{c} é 😀 \u202e\u0007",\r\n  "n": 12345678901234567890\n}';

const cases: readonly (readonly [string, Fields])[] = [
  ['a plain GET', { url: '/a/b?x=1&x=2&y=%20z' }],
  ['odd headers', { headers: [pair('x-odd', oddText), pair('x-odd', 'again'), pair('x-empty', '')] }],
  ['Basic', { auth: { type: 'basic', username: 'me', password: 'p:"é' } }],
  ['JSON of several lines', { method: 'POST', body: { type: 'text', content: multiline } }],
  [
    'JSON',
    { method: 'PUT', body: { type: 'json', content: '{"a": [1, true, null], "big": 12345678901234567890}' } },
  ],
  [
    'a form',
    { method: 'POST', body: { type: 'form-urlencoded', fields: [pair('a b', '&=é'), pair('a b', oddText)] } },
  ],
  [
    'a multipart form',
    { method: 'POST', body: { type: 'multipart', parts: [pair('a "b"', 'one\ntwo'), pair('c', oddText)] } },
  ],
  ['an unusual method', { method: 'PURGE' }],
];

/** Sends the request, then runs its code, and returns the two received requests. */
const sendAndRunCode = async (language: Language, { url = '/x', ...fields }: Fields) => {
  const { id } = await disk.create({ ...fields, url: end.url + url });
  const { error } = await disk.execute(id);
  expect(error, 'Send refuses it').toBeNull();
  const bySend = end.take().map(removeClientFields);
  const { code, problem } = await generateCode(id, language);
  expect(problem).toBeNull();
  // Raw control characters and bidirectional marks must not reach the clipboard.
  expect(code).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  const { file, command, args } = programs[language];
  const path = join(folder, file);
  await writeFile(path, code ?? '');
  const env = {
    ...process.env,
    NO_PROXY: '*',
    no_proxy: '*',
    GOFLAGS: '-mod=mod',
    GOCACHE: join(folder, 'go'),
  };
  await run(command, [...args, path], { cwd: folder, env });
  return { bySend, byCode: end.take().map(removeClientFields) };
};

describe.each(['fetch', 'requests', 'httpx', 'php', 'ruby'] as const)('code for %s', (language) => {
  it.skipIf(!programs[language].isThere).each(cases)(
    'sends what Tandem sends: %s',
    { tags: 'code:as-sent' },
    async (_, fields) => {
      const { bySend, byCode } = await sendAndRunCode(language, fields);
      expect(byCode).toEqual(bySend);
    },
  );
});

/** These languages are compiled, so all cases are in one program. */
describe.each(['java', 'go'] as const)('code for %s', (language) => {
  it.skipIf(!programs[language].isThere)(
    'sends what Tandem sends',
    { tags: 'code:as-sent', timeout: 120_000 },
    async () => {
      const { bySend, byCode } = await sendAndRunCode(language, {
        ...{ method: 'PATCH', url: '/a?x=1&x=2', headers: [pair('x-odd', oddText), pair('x-empty', '')] },
        auth: { type: 'basic', username: 'me', password: 'p:"é' },
        body: { type: 'text', content: multiline },
      });
      expect(byCode).toEqual(bySend);
    },
  );
});

it.each(['axios', 'csharp'])(
  'code for %s contains every part of the request',
  { tags: 'code:as-sent' },
  async (language) => {
    const { id } = await disk.create({
      ...{ method: 'POST', url: `${end.url}/x?a=1`, headers: [pair('x-a', '$1 "2"')] },
      body: { type: 'text', content: 'one\ntwo' },
    });
    const { code } = await generateCode(id, language);
    for (const part of ['"POST"', `"${end.url}/x?a=1"`, '"x-a"', '"$1 \\"2\\""', '"one\\n" +', '"two"'])
      expect(code).toContain(part);
  },
);

describe('code for a request', { tags: 'code:refused' }, () => {
  const post = (body: NonNullable<Fields['body']>, more: Fields = {}): Fields => ({
    method: 'POST',
    body,
    ...more,
  });
  it.each<[string, Fields, string, string]>([
    ['a file', post({ type: 'binary', file: 'a.bin' }), 'requests', 'read the file "a.bin"'],
    [
      'a form with a file',
      post({ type: 'multipart', parts: [{ name: 'f', file: 'a.bin', enabled: true }] }),
      'requests',
      'read the files of this form',
    ],
    [
      'another charset',
      post({ type: 'text', content: 'é', contentType: 'text/plain; charset=iso-8859-1' }),
      'go',
      'another charset',
    ],
    ['digest', { auth: { type: 'digest', username: 'a', password: 'b' } }, 'php', '"digest"'],
    ['a header beyond ASCII', { headers: [pair('x-a', 'é')] }, 'ruby', 'header "x-a"'],
    ['a GET with a body for fetch', { body: { type: 'text', content: 'x' } }, 'fetch', 'a body with GET'],
    ['a Host header for Java', { headers: [pair('host', 'a.test')] }, 'java', 'Host'],
    ['a request that cannot be sent', { url: 'gopher://127.0.0.1/x' }, 'go', 'gopher'],
  ])('is refused for %s', async (_, fields, language, reason) => {
    await writeFile(join(disk.folder, 'a.bin'), 'x');
    const { id } = await disk.create({ url: `${end.url}/x`, ...fields });
    const { code, problem } = await generateCode(id, language);
    expect(code).toBeNull();
    expect(problem).toContain(reason);
  });
});

it(
  'code contains the names of secrets instead of their values, also in Basic auth and in the URL',
  { tags: 'code:secrets' },
  async () => {
    const secrets = { TOKEN: 'S3cr&t "é"', PIN: '12345678' };
    await updateActive(disk, { secrets });
    const made = await disk.create({
      ...{ method: 'POST', url: `${end.url}/{{PIN}}?key={{TOKEN}}` },
      auth: { type: 'basic', username: 'me', password: '{{TOKEN}}' },
      headers: [pair('x-pin', '{{PIN}}'), pair('x-missing', '{{missing}}')],
      body: { type: 'json', content: '{"pin": {{PIN}}, "typed": "S3cr&t \\"é\\""}' },
    });
    const masked = await generateCode(made.id, 'requests', 'masked');
    expect(masked.code).toBe(
      [
        'import requests',
        '',
        'response = requests.request(',
        '    "POST",',
        `    "${end.url}/{{PIN}}?key={{TOKEN}}",`,
        '    headers={',
        '        "x-pin": "{{PIN}}",',
        '        "x-missing": "{{missing}}",',
        '        "authorization": "Basic base64(me:{{TOKEN}})",',
        '        "content-type": "application/json",',
        '    },',
        '    data="{\\"pin\\": {{PIN}}, \\"typed\\": \\"‹secret:TOKEN›\\"}".encode(),',
        ')',
        '',
        'print(response.status_code)',
        'print(response.text)',
        '',
      ].join('\n'),
    );
    expect(masked).toMatchObject({ masked: ['PIN', 'TOKEN'], unresolved: ['missing'], hasScript: false });
    const { code } = await generateCode(made.id, 'requests', 'real');
    expect(code).toContain('12345678');
  },
);
