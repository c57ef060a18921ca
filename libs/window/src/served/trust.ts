/** Resolves when the owner of this page's port is known again; undefined while it is known. */
let doubt: { readonly over: Promise<void>; readonly end: () => void } | undefined;

/** Called when the connection is lost: from now on, another program may have the port of this page. */
export const doubtServer = (): void => {
  if (doubt !== undefined) return;
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  doubt = { over, end };
};

/** Called when the server of this page has shown that it is back. */
export const trustServer = (): void => {
  doubt?.end();
  doubt = undefined;
};

/** Whether another program may have the port of this page. */
export const isInDoubt = (): boolean => doubt !== undefined;

/** Waits until it is known who has the port of this page. */
export const waitUntilTrusted = async (): Promise<void> => {
  while (doubt !== undefined) await doubt.over;
};
