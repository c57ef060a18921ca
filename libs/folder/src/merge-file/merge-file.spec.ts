import { describe, expect, it } from 'vitest';

import { mergeFile } from './merge-file.js';

const request = `info:
  name: Get user
  type: http
  seq: 1000
http:
  method: GET
  url: http://h/
  headers:
    - name: accept
      value: "*/*"
x-tandem:
  id: rest_aaaaaaaaaaaaaaaa
`;

/** The request with some of its text replaced. */
const editRequest = (...changes: readonly (readonly [from: string, to: string])[]): string =>
  changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`there is no ${from}`);
    return text.replace(from, to);
  }, request);

const mergeVersions = (ours: string, theirs: string, path = 'users/get-user.yml', base = request) =>
  mergeFile(path, { base, ours, theirs });

describe('a data folder file that both sides changed', () => {
  it('can be merged if the fields are on adjacent lines', { tags: 'folder:merge-file' }, () => {
    const ours = editRequest(['GET', 'PUT'], ['value: "*/*"', 'value: text/plain']);
    const theirs = editRequest(['http://h/', 'http://h/users'], ['name: Get user', 'name: Get a user']);
    expect(mergeVersions(ours, theirs)).toEqual({
      isClean: true,
      text: editRequest(
        ['GET', 'PUT'],
        ['value: "*/*"', 'value: text/plain'],
        ['http://h/', 'http://h/users'],
        ['name: Get user', 'name: Get a user'],
      ),
    });
  });

  it('can be merged if both sides added entries at the same location', () => {
    const header = (name: string) => `value: "*/*"\n    - name: ${name}\n      value: "1"`;
    const { text, isClean } = mergeVersions(
      editRequest(['value: "*/*"', header('x-a')]),
      editRequest(['value: "*/*"', header('x-b')]),
    );
    expect(isClean).toBe(true);
    expect(text.match(/name: x-./g)).toEqual(['name: x-a', 'name: x-b']);
  });

  it('keeps comments and keys of other programs from both sides', () => {
    const ours = editRequest(
      ['method: GET', 'method: PUT # as they want it'],
      ['x-tandem:', 'x-ours: 1\nx-tandem:'],
    );
    const theirs = editRequest(
      ['url: http://h/', 'url: http://h/2 # the new one'],
      ['  type: http\n', '  type: http\n  tags: [a]\n'],
    );
    const { text, isClean } = mergeVersions(ours, theirs);
    expect(isClean).toBe(true);
    for (const kept of ['PUT # as they want it', 'h/2 # the new one', 'x-ours: 1', 'tags: [a]'])
      expect(text).toContain(kept);
  });

  it('has a marked conflict in a field that both sides changed, and its other fields are merged', () => {
    const ours = editRequest(['GET', 'PUT'], ['http://h/', 'http://h/ours']);
    const theirs = editRequest(['name: Get user', 'name: Theirs'], ['http://h/', 'http://h/theirs']);
    const { text, isClean } = mergeVersions(ours, theirs);
    expect(isClean).toBe(false);
    expect(text).toContain('name: Theirs');
    expect(text).toContain(`  method: PUT
<<<<<<< ours
  url: http://h/ours
||||||| base
  url: http://h/
=======
  url: http://h/theirs
>>>>>>> theirs
  headers:`);
  });

  it("has a conflict in the whole of a multi-line field, even if the field's lines would merge", () => {
    const auth = (username: string, password: string) =>
      editRequest([
        'x-tandem:',
        `  auth:\n    type: basic\n    username: ${username}\n    # rotated\n    # monthly\n    password: ${password}\nx-tandem:`,
      ]);
    const { text, isClean } = mergeFile('a.yml', {
      base: auth('a', 'a'),
      ours: auth('b', 'a'),
      theirs: auth('a', 'b'),
    });
    expect(isClean).toBe(false);
    expect(text.match(/password: \w/g)).toEqual(['password: a', 'password: a', 'password: b']);
  });

  it('has a conflict in all lines if two clones added the file with different requests', () => {
    const theirs = editRequest(['aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb']);
    const { text, isClean } = mergeVersions(request, theirs, 'a.yml', '');
    expect(isClean).toBe(false);
    expect(text).toContain('<<<<<<< ours');
    expect(mergeVersions(request, request, 'a.yml', '')).toEqual({ text: request, isClean: true });
  });

  it('keeps its Windows line endings', () => {
    const windows = (text: string) => text.replaceAll('\n', '\r\n');
    const outcome = mergeVersions(
      windows(editRequest(['GET', 'PUT'])),
      windows(editRequest(['http://h/', 'http://h/2'])),
      'a.yml',
      windows(request),
    );
    expect(outcome).toEqual({
      isClean: true,
      text: windows(editRequest(['GET', 'PUT'], ['http://h/', 'http://h/2'])),
    });
  });

  describe('written by hand, without an id,', () => {
    const withoutId = (text: string) => text.replace(/x-tandem:\n {2}id: .*\n/, '');
    const base = withoutId(request);
    const ours = withoutId(editRequest(['http://h/', 'http://h/users']));
    const theirs = withoutId(editRequest(['GET', 'PUT']));
    const both = editRequest(['http://h/', 'http://h/users'], ['GET', 'PUT']);

    it('is merged field by field and still has no id', { tags: 'folder:merge-file' }, () => {
      expect(mergeVersions(ours, theirs, 'a.yml', base)).toEqual({ isClean: true, text: withoutId(both) });
      const environment = (host: string, port: string) =>
        `name: Default\nvariables:\n  - name: HOST\n    value: ${host}\n  - name: PORT\n    value: "${port}"\n`;
      const path = 'tandem/environments/Default.yml';
      expect(
        mergeVersions(environment('b', '1'), environment('a', '2'), path, environment('a', '1')),
      ).toEqual({
        isClean: true,
        text: environment('b', '2'),
      });
    });

    it('gets the id that one or both sides added', () => {
      const oursWithId = editRequest(['http://h/', 'http://h/users']);
      const theirsWithId = editRequest(['GET', 'PUT']);
      expect(mergeVersions(ours, theirsWithId, 'a.yml', base)).toEqual({ isClean: true, text: both });
      expect(mergeVersions(oursWithId, theirs, 'a.yml', base)).toEqual({ isClean: true, text: both });
      expect(mergeVersions(oursWithId, theirsWithId, 'a.yml', base)).toEqual({ isClean: true, text: both });
    });

    it('has a conflict if both sides added different ids, or if both added the file', () => {
      const other = editRequest(['GET', 'PUT'], ['aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb']);
      expect(mergeVersions(request, other, 'a.yml', base).isClean).toBe(false);
      expect(mergeVersions(ours, theirs, 'a.yml', '').isClean).toBe(false);
    });
  });

  it('is merged variable by variable if it is an environment', () => {
    const environment = (host: string, port: string) =>
      `name: Default\nvariables:\n  - name: HOST\n    value: ${host}\n  - name: PORT\n    value: "${port}"\nx-tandem:\n  id: env_aaaaaaaaaaaaaaaa\n`;
    const path = 'tandem/environments/Default.yml';
    expect(mergeVersions(environment('b', '1'), environment('a', '2'), path, environment('a', '1'))).toEqual({
      isClean: true,
      text: environment('b', '2'),
    });
  });
});

describe('any other file', () => {
  it.each([
    ['a script', 'users/get-user.js', 'a\nb\nc\nd\ne\n'],
    ['YAML of another program', 'compose.yml', 'a: 1\nb: 2\nc: 3\nd: 4\ne: 5\n'],
    ['YAML that cannot be parsed', 'x.yml', 'a: [\nb\nc\nd\ne\n'],
  ])('is merged line by line: %s', (_, path, base) => {
    const lines = base.split('\n');
    const having2 = (index: number, text: string) =>
      lines.map((line, at) => (at === index ? text : line)).join('\n');
    const both = lines.map((line, at) => (at === 0 ? 'ours' : at === 4 ? 'theirs' : line)).join('\n');
    expect(mergeVersions(having2(0, 'ours'), having2(4, 'theirs'), path, base)).toEqual({
      text: both,
      isClean: true,
    });
    const conflict = mergeVersions(having2(2, 'ours'), having2(2, 'theirs'), path, base);
    expect(conflict.isClean).toBe(false);
    expect(conflict.text).toContain(
      `<<<<<<< ours\nours\n||||||| base\n${lines[2] ?? ''}\n=======\ntheirs\n>>>>>>> theirs\n`,
    );
  });

  it('has conflict markers of the length that git requests', () => {
    const { text } = mergeFile('a.js', { base: 'a', ours: 'b', theirs: 'c' }, 9);
    expect(text).toMatch(/^<{9} ours\nb\n\|{9} base\na\n={9}\nc\n>{9} theirs$/);
  });
});
