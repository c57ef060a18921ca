import type { Agent, buildConnector, Dispatcher } from 'undici';

/** A connection that only the requests of one exchange use. */
export interface Line {
  readonly dispatcher: Dispatcher;
  /** From now on, the connection must not be replaced by another one. */
  readonly pin: () => void;
  /** Whether an error code means that the connection was closed although it must not be replaced. */
  readonly isLost: (code: string) => boolean;
  /** Closes the connection once its last response has been read. */
  readonly leave: () => void;
}

class LineClosedError extends Error {
  readonly code = 'LINE_CLOSED';
}

/**
 * Creates a line.
 * @param open creates a dispatcher with one connection
 * @param all contains the dispatcher until it is closed
 */
export const createLine = (
  connect: buildConnector.connector,
  open: (connect: buildConnector.connector) => Agent,
  all: Set<Agent>,
): Line => {
  let isPinned = false;
  const agent = open((options, callback) => {
    if (!isPinned) connect(options, callback);
    else queueMicrotask(() => callback(new LineClosedError(), null));
  });
  all.add(agent);
  return {
    dispatcher: agent,
    pin: () => {
      isPinned = true;
    },
    isLost: (code) => isPinned && ['LINE_CLOSED', 'ECONNRESET', 'EPIPE'].includes(code),
    leave: () => void agent.close().then(() => all.delete(agent)),
  };
};
