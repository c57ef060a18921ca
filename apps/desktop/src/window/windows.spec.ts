import { describe, expect, it } from 'vitest';

import type { OpenWindow, WindowAdapter } from './window.js';
import { openWindows } from './windows.js';

/** A fake adapter and the addresses it was opened with; `isOpen` determines whether its windows can be raised. */
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
  it('are brought to the front while they are open, and later reopened with a new token', async () => {
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

  it('are not opened twice by two simultaneous requests', async () => {
    const { adapter, urls } = way(() => true);
    const windows = openWindows(options([], [adapter]));
    expect(await Promise.all([windows.show(), windows.show()])).toEqual(['opened', 'raised']);
    expect(urls).toHaveLength(1);
  });

  it('are not opened if no adapter works, or after the end', async () => {
    expect(await openWindows(options([], [])).show()).toBe('none');
    const { adapter, urls } = way(() => false);
    const windows = openWindows(options([], [adapter]));
    await windows.close();
    expect(await windows.show()).toBe('none');
    expect(urls).toEqual([]);
  });

  it('can fail without ending the application', async () => {
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
