/** How long text is collected before it is sent, in milliseconds. */
const collectMs = 50;

/** Collects text that arrives in many small pieces, and sends it several times a second. */
export const createStreamedText = (send: (text: string) => void) => {
  let waiting: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    const text = waiting.join('');
    waiting = [];
    send(text);
  };
  return {
    add: (text: string): void => {
      waiting.push(text);
      timer ??= setTimeout(flush, collectMs);
    },
    flush,
  };
};
