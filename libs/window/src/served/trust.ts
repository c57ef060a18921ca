/** Resolves once the owner of this page's port is known again; undefined while known. */
let doubt: { readonly over: Promise<void>; readonly end: () => void } | undefined;

/** Called when the connection is lost: from now on, another program may use this page's port. */
export const doubtServer = (): void => {
  if (doubt !== undefined) return;
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  doubt = { over, end };
};

/** Called when this page's server has proved that it is back. */
export const trustServer = (): void => {
  doubt?.end();
  doubt = undefined;
};

/** Whether another program may be using this page's port. */
export const isInDoubt = (): boolean => doubt !== undefined;

/** Waits until the owner of this page's port is known. */
export const waitUntilTrusted = async (): Promise<void> => {
  while (doubt !== undefined) await doubt.over;
};

/** How long to wait before requesting a part again, in milliseconds. */
const againMs = 1_000;

const delay = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * Loads a lazy part of the page, with retries. While Tandem is not reachable it is not requested: it is code, and
 * another program may use the port.
 */
export const loadPart = async <A>(load: () => Promise<A>): Promise<A> => {
  for (;;) {
    await waitUntilTrusted();
    try {
      return await load();
    } catch {
      await delay(againMs);
    }
  }
};
