import type { BlobSocket } from './long-messages.js';

/** The part of a browser's WebSocket that is needed. */
export type RawSocket = BlobSocket & Pick<WebSocket, 'readyState'>;

interface Message {
  readonly data: unknown;
}

/** A call of a method over JSON-RPC. */
export interface Call {
  readonly method: string;
  readonly params: unknown;
}

/** The value of `readyState` of a WebSocket that is open. */
const openState = 1;

/** The beginning of the message that tells about a change. */
const changeHead = '{"jsonrpc":"2.0","method":"events.changed"';

/** Formats the beginning of a response. */
const formatHead = (id: unknown): string => `{"jsonrpc":"2.0","id":${JSON.stringify(id)}`;

/** Creates a call that is made before the program makes it. `rest` is its response without the head. */
const createEarlyCall = ({ method, params }: Call, at: number) => {
  const id = `early ${at}`;
  let respond: (rest: string) => void = () => undefined;
  const rest = new Promise<string>((resolve) => {
    respond = resolve;
  });
  return {
    key: JSON.stringify([method, params]),
    text: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
    head: formatHead(id),
    rest,
    respond,
  };
};

/**
 * Makes calls as soon as a socket is open. The returned socket answers the first call that is equal to one of them with
 * its response, unless something changed since then, and holds other messages until something listens.
 */
export const callEarly = (socket: RawSocket, calls: readonly Call[]): RawSocket => {
  const made = calls.map(createEarlyCall);
  const unused = new Map(made.map((call) => [call.key, call]));
  const unread: Message[] = [];
  let receive = (message: Message): void => {
    unread.push(message);
  };
  socket.addEventListener('open', () => {
    for (const { text } of made) socket.send(text);
  });
  socket.addEventListener('message', (message) => {
    const text = String(message.data);
    const answered = made.find(({ head }) => text.startsWith(head));
    if (answered !== undefined) {
      answered.respond(text.slice(answered.head.length));
      return;
    }
    // Responses from before a change may be obsolete when the program makes the calls.
    if (text.startsWith(changeHead)) unused.clear();
    receive(message);
  });
  /** Answers the call in a message with an early response. Returns false if there is none. */
  const answer = (text: string): boolean => {
    const { id, method, params } = JSON.parse(text) as Call & { readonly id: unknown };
    const key = JSON.stringify([method, params]);
    const call = unused.get(key);
    unused.delete(key);
    void call?.rest.then((rest) => receive({ data: formatHead(id) + rest }));
    return call !== undefined;
  };
  const addEventListener = (
    type: 'open' | 'close' | 'message',
    listener: (message: Message) => void,
  ): void => {
    if (type === 'message') {
      receive = listener;
      queueMicrotask(() => unread.splice(0).forEach(listener));
    } else if (type === 'open' && socket.readyState === openState)
      queueMicrotask(() => listener({ data: undefined }));
    else socket.addEventListener(type as 'close', listener as () => void);
  };
  return {
    get readyState() {
      return socket.readyState;
    },
    send: (data) => {
      if (unused.size > 0 && typeof data === 'string' && answer(data)) return;
      socket.send(data);
    },
    close: () => socket.close(),
    addEventListener,
  };
};
