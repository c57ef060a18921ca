import type { Output } from '@tandem/node/cli/commands';

const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Does work that must not stop in the middle: the first signal is delayed until it is done, the second one ends the
 * process.
 */
export const finishBeforeExit = async <A>(error: Output['error'], work: () => Promise<A>): Promise<A> => {
  const wait = (): void => {
    error('tandem: finishing the import; press Ctrl+C again to end at once, which may leave a part of it\n');
    stop();
  };
  const stop = (): void => {
    for (const signal of signals) process.off(signal, wait);
  };
  for (const signal of signals) process.on(signal, wait);
  try {
    return await work();
  } finally {
    stop();
  }
};
