import { expect, it } from 'vitest';

import { formatKeys } from './screens.js';
import { shortcuts } from '../settings/shortcuts-panel.js';

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

it.each([
  [{ ...none, key: 'k', ctrlKey: true }, 'Ctrl K'],
  [{ ...none, key: 'k', metaKey: true }, 'Ctrl K'],
  [{ ...none, key: 'w', altKey: true }, 'Alt W'],
  [{ ...none, key: 'N', altKey: true, shiftKey: true }, 'Shift Alt N'],
  [{ ...none, key: '?', shiftKey: true }, '?'],
  [{ ...none, key: 'F2' }, 'F2'],
  [{ ...none, key: 'F6', shiftKey: true }, 'Shift F6'],
])('the keys of %j are shown as %s', (event, keys) => {
  expect(formatKeys(event)).toBe(keys);
});

it('the list of shortcuts contains each shortcut once per section', () => {
  for (const { keys } of shortcuts) expect(new Set(keys.map((one) => one.keys)).size).toBe(keys.length);
});
