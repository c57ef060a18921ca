import { describe, expect, it } from 'vitest';

import { prettyPrint } from './lay-out.js';

describe('a formatted body', () => {
  it.each([
    ['json', '{"a":[1,2]}', '{\n  "a": [\n    1,\n    2\n  ]\n}'],
    ['css', 'a{color:red}b{c:d}', 'a {\n  color: red\n}\n\nb {\n  c: d\n}'],
    ['javascript', 'function a(b){return b}', 'function a(b) {\n  return b\n}'],
    ['html', '<div><p>a <b>c</b></p></div>', '<div>\n  <p>a <b>c</b></p>\n</div>'],
    ['xml', '<r><link>http://a</link><i x="1"/></r>', '<r>\n  <link>http://a</link>\n  <i x="1" />\n</r>'],
    ['text', 'a  b', 'a  b'],
  ] as const)('%s is formatted', async (format, text, expected) => {
    expect(await prettyPrint(text, format)).toBe(expected);
  });

  it.each([
    ['json', '{"a":'],
    ['json', ''],
    ['text', '<a><b>'],
  ] as const)('%s that is not valid stays as it is: %j', async (format, text) => {
    expect(await prettyPrint(text, format)).toBe(text);
  });
});
