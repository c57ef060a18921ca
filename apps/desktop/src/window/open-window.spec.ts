import { describe, expect, it } from 'vitest';

import { hasDisplay, openWindow } from './open-window.js';
import { detachedWindow, type WindowAdapter } from './window.js';

const absent: WindowAdapter = () => Promise.resolve(undefined);
const present: WindowAdapter = () => Promise.resolve(detachedWindow);

const options = (ending: AbortSignal = new AbortController().signal) => ({
  url: () => 'http://127.0.0.1',
  profileFolder: '',
  ending,
});

describe('opening a window', () => {
  it('uses the first adapter that works on this machine', async () => {
    expect(await openWindow([absent, present], options())).toBe(detachedWindow);
    expect(await openWindow([absent], options())).toBeUndefined();
  });

  it('opens nothing after the application has ended', async () => {
    expect(await openWindow([present], options(AbortSignal.abort()))).toBeUndefined();
  });

  it('gives each adapter its own address', async () => {
    const seen: string[] = [];
    const noting: WindowAdapter = ({ url }) => {
      seen.push(url);
      return Promise.resolve(undefined);
    };
    let count = 0;
    await openWindow([noting, noting], { ...options(), url: () => `#${++count}` });
    expect(seen).toEqual(['#1', '#2']);
  });
});

describe('a display', () => {
  it.each([
    ['linux', {}, false],
    ['linux', { DISPLAY: '' }, false],
    ['linux', { DISPLAY: ':0' }, true],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
    ['darwin', {}, true],
    ['win32', {}, true],
  ] as const)('on %s with %j: %s', (platform, env, expected) => {
    expect(hasDisplay(platform, env)).toBe(expected);
  });
});
