import { describe, expect, it } from 'vitest';

import type { OpenWindow, WindowAdapter } from './window.js';
import { openWindows } from './windows.js';

/** A way to open windows, with the addresses they were opened with; `isOpen` says whether they can be raised. */
const way = (isOpen: () => boolean) => {
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
  it('are brought to the front while they are open, and opened anew with a token of their own after', async () => {
    let isOpen = true;
    const { adapter, urls, closed } = way(() => isOpen);
    const windows = openWindows(options([adapter], [adapter]));
    expect(await windows.show()).toBe('raised');
    isOpen = false;
    expect(await windows.show()).toBe('opened');
    expect(urls).toEqual(['#1', '#2']);
    await windows.close();
    expect(closed).toEqual(['#1', '#2']);
  });

  it('are not two when they are asked for twice at once', async () => {
    const { adapter, urls } = way(() => true);
    const windows = openWindows(options([], [adapter]));
    expect(await Promise.all([windows.show(), windows.show()])).toEqual(['opened', 'raised']);
    expect(urls).toHaveLength(1);
  });

  it('are none where none can be opened, and none any more at the end', async () => {
    expect(await openWindows(options([], [])).show()).toBe('none');
    const { adapter, urls } = way(() => false);
    const windows = openWindows(options([], [adapter]));
    await windows.close();
    expect(await windows.show()).toBe('none');
    expect(urls).toEqual([]);
  });

  it('fail without an end to the application', async () => {
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
