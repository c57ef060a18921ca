import { describe, expect, it } from 'vitest';

import { readEntry, putChecked, removeChecked } from '../entries.js';
import { json } from './json.js';
import { toml } from './toml.js';

const entry = { command: 'tandem', args: ['mcp', '--stdio'] };
const servers = { container: 'mcpServers', name: 'tandem' };
const put = (text: string) => putChecked(json, text, servers, entry);
const remove = (text: string) => removeChecked(json, text, servers);

const two = `{
  "mcpServers": {
    "tandem": {
      "command": "tandem",
      "args": [
        "mcp",
        "--stdio"
      ]
    },
    "other": { "command": "x" } // mine
  }
}
`;

describe('an entry in JSON', { tags: 'connect:unchanged' }, () => {
  it('is added before the other entries, which keep their comments and commas', () => {
    expect(put('{\n  "mcpServers": {\n    "other": { "command": "x" } // mine\n  }\n}\n')).toBe(two);
  });

  it.each([
    [
      'comments in odd places',
      '// a\n{ // b\n  /* c */ "mcpServers": { // d\n    // e\n    "x": 1, // f\n  }, // g\n}\n// h',
    ],
    ['a comment over several lines', '{ "mcpServers": { /* a\n b, */\n  "x": 1 } }'],
    ['a trailing comma', '{\n\t"mcpServers": {\n\t\t"x": { "url": "http://a/{}//," },\n\t},\n}'],
    ['CRLF', '{\r\n    "mcpServers": {\r\n        "x": {}\r\n    }\r\n}\r\n'],
    ['one line', '{"mcpServers":{"x":{"command":"y"}},"z":[1,2]}'],
    ['one line with spaces', '{ "mcpServers": { "x": { "command": "y" } } }'],
    ['an empty table', '{"mcpServers":{}}'],
    ['an empty table over two lines', '{\n  "mcpServers": {\n  }\n}'],
    ['a comment in an empty table', '{\n  "mcpServers": { // none\n  }\n}'],
    ['a server with a name from the prototype', '{ "mcpServers": { "__proto__": {}, "constructor": 1 } }'],
  ])('is added without changing %s, and removed without a trace', (_, text) => {
    const added = put(text);
    expect(added).not.toBe(text);
    for (const line of text.split(/\r?\n/).flatMap((one) => /\/\/.*|\/\*.*?\*\//.exec(one) ?? []))
      expect(added).toContain(line);
    // An empty table is closed again on one line.
    expect(remove(added).replace(/\{\s+\}/, '{}')).toBe(text.replace(/\{\s+\}/, '{}'));
    if (text.includes('\r\n')) expect(added).not.toMatch(/[^\r]\n/);
  });

  it.each([
    ['no table of servers', '{\n  // theme\n  "theme": "dark"\n}\n', '{\n  "mcpServers": {'],
    ['an empty object', '{}', '{\n  "mcpServers": {\n    "tandem": {'],
    ['nothing', '', '{\n  "mcpServers": {\n    "tandem": {'],
    ['only a comment', '// mine', '// mine\n{\n  "mcpServers": {'],
    ['tabs', '{\n\t"a": 1\n}', '{\n\t"mcpServers": {\n\t\t"tandem": {\n\t\t\t"command"'],
  ])('is added to a file with %s', (_, text, start) => {
    expect(put(text).startsWith(start)).toBe(true);
    expect(readEntry(json, put(text), servers)).toEqual(entry);
  });

  it.each([
    ['{ "a": 1, "mcpServers": {"tandem": {"command": "b"}} }', '{ "a": 1, "mcpServers": {} }'],
    ['{"mcpServers":{"x":1,"tandem":{}}}', '{"mcpServers":{"x":1}}'],
    ['{"mcpServers":{"x":1, /* a */ "tandem":{} /* b */}}', '{"mcpServers":{"x":1 /* a */  /* b */}}'],
    ['{"mcpServers":{"tandem":{},"x":1,"tandem":{"a":1}}}', '{"mcpServers":{"x":1}}'],
    ['{\n"mcpServers": {\n"x": 1,\n"tandem": {}\n}}', '{\n"mcpServers": {\n"x": 1\n}}'],
    [
      '{\n"mcpServers": {\n"x": 1, // one\n"tandem": {} // two\n}}',
      '{\n"mcpServers": {\n"x": 1 // one // two\n}}',
    ],
  ])('is removed with its comma even if a person wrote the entry: %s', (text, expected) => {
    expect(remove(text)).toBe(expected);
  });

  it('is updated field by field, and keeps the fields that a person added', () => {
    const old =
      '{"mcpServers": {"tandem": {"command": "/old/node", "args": ["x"], "env": {"A": "b"} /* c */}}}';
    expect(put(old)).toBe(
      '{"mcpServers": {"tandem": {"command": "tandem", "args": ["mcp","--stdio"], "env": {"A": "b"} /* c */}}}',
    );
    const remote = '{"mcpServers": {"tandem": {"type": "http", "url": "http://127.0.0.1:1/"}}}';
    expect(readEntry(json, put(remote), servers)).toEqual(entry);
  });

  it.each([
    ['{\n  "a": \n}', 'is not valid JSON: line 3, column 1: value expected'],
    ['{ "a": 1 } }', 'is not valid JSON: line 1, column 12: end of file expected'],
    ['[]', 'has a value in line 1 that is not an object'],
    ['{\n  "mcpServers": []\n}', 'has mcpServers in line 2 that is not an object'],
    ['{ "mcpServers": null }', 'has mcpServers in line 1 that is not an object'],
  ])('is not added to %j', { tags: 'connect:unusable' }, (text, message) => {
    expect(() => put(text)).toThrow(message);
  });
});

describe('an entry in TOML', { tags: 'connect:unchanged' }, () => {
  const path = { container: 'mcp_servers', name: 'tandem' };
  const add = (text: string) => putChecked(toml, text, path, entry);
  const without = (text: string) => removeChecked(toml, text, path);
  const table = '[mcp_servers.tandem]\ncommand = "tandem"\nargs = ["mcp", "--stdio"]\n';

  it.each([
    '',
    '# only a comment',
    'model = "o3"',
    'model = "o3"\n\n\n',
    '[[list]]\na = 1\n',
    '[mcp_servers]\nother = { command = "x" }\n',
    '[mcp_servers.other]\ncommand = \'a\'\nargs = [ "x", # one\n  "y", ]\n# end\n',
    'a = 1.0\nd = 1979-05-27T07:32:00Z\nbig = 9223372036854775807\nn = nan\n',
  ])('is added as a table at the end of %j, and removed without a trace', (text) => {
    const added = add(text);
    expect(added.startsWith(text)).toBe(true);
    expect(`${added.trimEnd()}\n`.endsWith(table)).toBe(true);
    expect(without(added)).toBe(text);
  });

  it('uses CRLF if the file uses CRLF', () => {
    expect(add('a = 1\r\n')).toBe(`a = 1\r\n\r\n${table.replaceAll('\n', '\r\n')}`);
    expect(without(add('a = 1\r\n'))).toBe('a = 1\r\n');
  });

  it('is removed with its subtables, without changing the entries around it', () => {
    const text = `[a]\nb = 1 # c\n\n# about\n${table}# between\nenv = { A = "b" }\n\n[mcp_servers.tandem.tools.x]\non = true\n\n# next\n[z]\n`;
    expect(without(text)).toBe('[a]\nb = 1 # c\n\n# about\n\n# next\n[z]\n');
    expect(without('[mcp_servers]\na.command = "x"\ntandem = { command = "y" }\n# c\n')).toBe(
      '[mcp_servers]\na.command = "x"\n# c\n',
    );
  });

  it('is updated in place', () => {
    const old = `[mcp_servers.tandem] # mine\nargs = [ 'x' ] # why\ncommand = "/old/node"\nenv = { A = "b" }\n[z]\n`;
    expect(add(old)).toBe(
      `[mcp_servers.tandem] # mine\nargs = ["mcp", "--stdio"] # why\ncommand = "tandem"\nenv = { A = "b" }\n[z]\n`,
    );
    expect(readEntry(toml, add('[mcp_servers.tandem]\nurl = "http://127.0.0.1:1/"\n'), path)).toEqual(entry);
  });

  it.each([
    ['a = 1\nb = \n', /is not valid TOML: line \d, column \d/],
    [
      'mcp_servers = { other = { command = "x" } }\n',
      /in a form that Tandem does not change; add the entry "tandem" by hand/,
    ],
  ])('is not added to %j', { tags: 'connect:unusable' }, (text, message) => {
    expect(() => add(text)).toThrow(message);
  });
});
