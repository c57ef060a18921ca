import { describe, expect, it } from 'vitest';

import { type OpenWindow, type WindowAdapter, detachedWindow } from './window.js';
import { openWindows, hasDisplay, openWindow } from './windows.js';

const absent: WindowAdapter = () => Promise.resolve(undefined);
const present: WindowAdapter = () => Promise.resolve(detachedWindow);

const openOptions = (ending: AbortSignal = new AbortController().signal) => ({
  url: () => 'http://127.0.0.1',
  profileFolder: '',
  ending,
});

describe('opening a window', () => {
  it('uses the first adapter that works on this machine', async () => {
    expect(await openWindow([absent, present], openOptions())).toBe(detachedWindow);
    expect(await openWindow([absent], openOptions())).toBeUndefined();
  });

  it('opens nothing after the application has ended', async () => {
    expect(await openWindow([present], openOptions(AbortSignal.abort()))).toBeUndefined();
  });

  it('gives each adapter its own address', async () => {
    const seen: string[] = [];
    const noting: WindowAdapter = ({ url }) => {
      seen.push(url);
      return Promise.resolve(undefined);
    };
    let count = 0;
    await openWindow([noting, noting], { ...openOptions(), url: () => `#${++count}` });
    expect(seen).toEqual(['#1', '#2']);
  });
});

describe('the display for a window', () => {
  it.each([
    ['linux', {}, false],
    ['linux', { DISPLAY: '' }, false],
    ['linux', { DISPLAY: ':0' }, true],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
    ['darwin', {}, true],
    ['win32', {}, true],
  ] as const)('is found on %s with %j: %s', (platform, env, expected) => {
    expect(hasDisplay(platform, env)).toBe(expected);
  });
});

/** Creates a fake adapter, with the addresses it was opened with. `isOpen` decides whether its windows can be raised. */
const createFakeAdapter = (isOpen: () => boolean) => {
  const urls: string[] = [];
  const closed: string[] = [];
  const adapter: WindowAdapter = ({ url }) => {
    urls.push(url);
    const window: OpenWindow = {
      closed: new Promise(() => undefined),
      raise: () => Promise.resolve(isOpen()),
      close: () => {
        closed.push(url);
        return Promise.resolve();
      },
    };
    return Promise.resolve(window);
  };
  return { adapter, urls, closed };
};

const options = (atStart: readonly WindowAdapter[], later: readonly WindowAdapter[]) => {
  let count = 0;
  return { atStart, later, profileFolder: '', url: () => `#${++count}`, onFailure: () => undefined };
};

describe('the windows of a start', () => {
  it('are brought to the front while they are open, and later reopened with a new token', async () => {
    let isOpen = true;
    const { adapter, urls, closed } = createFakeAdapter(() => isOpen);
    const windows = openWindows(options([adapter], [adapter]));
    expect(await windows.show()).toBe('raised');
    isOpen = false;
    expect(await windows.show()).toBe('opened');
    expect(urls).toEqual(['#1', '#2']);
    await windows.close();
    expect(closed).toEqual(['#1', '#2']);
  });

  it('are opened only once by two simultaneous requests', async () => {
    const { adapter, urls } = createFakeAdapter(() => true);
    const windows = openWindows(options([], [adapter]));
    expect(await Promise.all([windows.show(), windows.show()])).toEqual(['opened', 'raised']);
    expect(urls).toHaveLength(1);
  });

  it('are not opened if no adapter works, or after the application has ended', async () => {
    expect(await openWindows(options([], [])).show()).toBe('none');
    const { adapter, urls } = createFakeAdapter(() => false);
    const windows = openWindows(options([], [adapter]));
    await windows.close();
    expect(await windows.show()).toBe('none');
    expect(urls).toEqual([]);
  });

  it('can fail to open without ending the application', async () => {
    const failures: unknown[] = [];
    const failing: WindowAdapter = () => Promise.reject(new Error('broken'));
    const windows = openWindows({
      ...options([failing], [failing]),
      onFailure: (error) => failures.push(error),
    });
    expect(await windows.show()).toBe('none');
    expect(failures).toHaveLength(2);
  });
});
