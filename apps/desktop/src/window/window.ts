/** A window that shows the page. */
export interface OpenWindow {
  /** Resolves when a person closes the window. Never resolves if that cannot be detected. */
  readonly closed: Promise<void>;
  /** Brings the window to the front; resolves with false if that is not possible or the window is closed. */
  readonly raise: () => Promise<boolean>;
  /** Closes the window, and resolves when it is closed. */
  readonly close: () => Promise<void>;
}

/** Options of a window. */
export interface WindowOptions {
  readonly url: string;
  /** The folder in which a browser may store data for the window. */
  readonly profileFolder: string;
  /** Aborted when the application ends, which ends all waiting. */
  readonly ending: AbortSignal;
}

/** Opens the page; undefined if this machine does not support this kind of window. */
export type WindowAdapter = (options: WindowOptions) => Promise<OpenWindow | undefined>;

/** A window that does not report when it is closed. */
export const detachedWindow: OpenWindow = {
  closed: new Promise(() => undefined),
  raise: () => Promise.resolve(false),
  close: () => Promise.resolve(),
};

/** Resolves after `ms` milliseconds, or as soon as the application ends. */
export const delay = (ms: number, ending: AbortSignal): Promise<'waited'> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      resolve('waited');
    };
    const timer = setTimeout(end, ms);
    ending.addEventListener('abort', end, { once: true });
  });
