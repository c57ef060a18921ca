import { describe, expect, it } from 'vitest';

import { findOffset, locateFault, locateScriptError, locateTestFailure } from './script-location.js';

const locate = (message: string, script?: string) =>
  locateTestFailure({ error: { message }, ...(script === undefined ? {} : { script }) });

describe("the location of a script's failure", { tags: 'viewer:script-line' }, () => {
  it.each([
    ['expected 1 to be 2 (line 3, column 44)', undefined, null, 'Script', 3, 44],
    ['expected (a) (users (v2)/folder.js:3:5)', 'users (v2)/folder.js', 'users (v2)', 'Script', 3, 5],
    ['oh (collection.js:1:2)', 'collection.js', '', 'Script', 1, 2],
    ['oh (test script:7:1)', 'test script', null, 'Test script', 7, 1],
    ['oh (collection/tests:7:1)', 'collection/tests', '', 'Tests', 7, 1],
    ['oh (a/b/after-response script:7:1)', 'a/b/after-response script', 'a/b', 'After-response script', 7, 1],
  ])('is read from the message %j of %s', (message, script, folder, editor, line, column) => {
    expect(locate(message, script)).toEqual({ folder, editor, line, column });
  });

  it.each([
    ['thrown: text', undefined],
    ['at 10:20)', undefined],
    ['oh (lib/checks.js:1:1)', 'lib/checks.js'],
    ['oh (…rs/folder.js:1:1)', '…rs/folder.js'],
  ])('is unknown for the message %j of %s', (message, script) => {
    expect(locate(message, script)).toBeUndefined();
  });

  it('is the location of the script error if a handler failed', () => {
    expect(locateScriptError({ line: 2 })).toEqual({ folder: null, editor: 'Script', line: 2, column: 1 });
    expect(locateScriptError({})).toBeUndefined();
  });

  it('is in the script that prevented sending', () => {
    const details = { handler: 'onRequest', script: 'a/folder.js', line: 2, column: 3 };
    expect(locateFault({ code: 'SCRIPT_ERROR', details })).toEqual({
      folder: 'a',
      editor: 'Script',
      line: 2,
      column: 3,
    });
    expect(locateFault({ code: 'SCRIPT_ERROR' })).toBeUndefined();
    expect(locateFault({ code: 'TIMEOUT', details })).toBeUndefined();
  });

  it('is converted to an offset in the script, even if the script has become shorter', () => {
    expect(findOffset('ab\ncd\n', { line: 2, column: 2 })).toBe(4);
    expect(findOffset('ab\ncd', { line: 9, column: 9 })).toBe(5);
    expect(findOffset('', { line: 1, column: 1 })).toBe(0);
  });
});
