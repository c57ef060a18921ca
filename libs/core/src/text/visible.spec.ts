import { describe, expect, it } from 'vitest';

import { toVisibleText, toVisibleJson, toVisibleLine, toVisibleValue } from './index.js';

const directions = ['\u202a', '\u202e', '\u2066', '\u2069', '\u200e', '\u200f', '\u061c'];

describe('displayed text from outside', { tags: 'text:visible' }, () => {
  it.each(directions)('contains escapes for marks that change the direction of text: %j', (mark) => {
    const code = `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;
    expect(toVisibleText(`invoice ${mark}fdp.exe`)).toBe(`invoice ${code}fdp.exe`);
  });

  it('contains no control characters except tabs and line breaks, which a single line escapes too', () => {
    expect(toVisibleText('a\u001b[31m\u0000\tb\nc\r\nd\re')).toBe('a\\u001b[31m\\u0000\tb\nc\r\nd\\u000de');
    expect(toVisibleLine('a\tb\nc')).toBe('a\\tb\\nc');
  });

  it('keeps letters of all scripts, and the joiners that these letters need', () => {
    const text = 'ä שלום مرحبا 👩\u200d👧 क्\u200dष';
    expect(toVisibleText(text)).toBe(text);
  });

  it('is still parsed to the same value if it is JSON', () => {
    const value = { 'a\u202e': ['\u001b', 1, null] };
    expect(JSON.parse(toVisibleJson(value))).toEqual(value);
    expect(toVisibleJson(value)).toBe('{"a\\u202e":["\\u001b",1,null]}');
    expect(toVisibleValue(value)).toEqual({ 'a\\u202e': ['\\u001b', 1, null] });
  });
});
