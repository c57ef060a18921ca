/**
 * While it is unknown which program listens on this page's port: a promise that resolves once it is known. Otherwise
 * undefined.
 */
let doubt: { readonly over: Promise<void>; readonly end: () => void } | undefined;

/** Call this when the connection is lost: from then on, another program may be listening on this page's port. */
export const suspectServer = (): void => {
  if (doubt !== undefined) return;
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  doubt = { over, end };
};

/** Call this when this page's server has proved that it is running again. */
export const trustServer = (): void => {
  doubt?.end();
  doubt = undefined;
};

/** Whether another program may be listening on this page's port. */
export const isInDoubt = (): boolean => doubt !== undefined;

/** Waits until it is known which program listens on this page's port. */
export const waitUntilTrusted = async (): Promise<void> => {
  while (doubt !== undefined) await doubt.over;
};

/** How long to wait before a part of the page is requested again, in milliseconds. */
const retryMs = 1_000;

const delay = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * Loads a lazy part of the page, with retries. While Tandem is unreachable, the part is not requested, because it is code, and another
 * program may be listening on the port.
 */
export const loadPart = async <A>(load: () => Promise<A>): Promise<A> => {
  for (;;) {
    await waitUntilTrusted();
    try {
      return await load();
    } catch {
      await delay(retryMs);
    }
  }
};
