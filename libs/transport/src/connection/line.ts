import type { Agent, buildConnector, Dispatcher } from 'undici';

/** A connection reserved for the requests of one exchange. */
export interface Line {
  readonly dispatcher: Dispatcher;
  /** Forbids replacing the connection by another one from now on. */
  readonly pin: () => void;
  /** Whether an error code means that the pinned connection was closed. */
  readonly isLost: (code: string) => boolean;
  /** Closes the connection once its last response has been read. */
  readonly leave: () => void;
}

class LineClosed extends Error {
  readonly code = 'LINE_CLOSED';
}

/**
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
    else queueMicrotask(() => callback(new LineClosed('the connection was closed'), null));
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
