import { connect } from 'node:net';

/** One response as received on the wire. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

interface Conversation {
  /** Final responses, in order. */
  readonly answers: readonly RawAnswer[];
  /** Statuses of interim responses. */
  readonly interim: readonly number[];
  /** Whether the server closed the connection. */
  readonly closed: boolean;
}

const parseOne = (bytes: Buffer, method: string): { answer: RawAnswer; length: number } | undefined => {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(first.split(' ')[1]);
  const headers = new Map(
    lines.map((line): [string, string] => {
      const cut = line.indexOf(':');
      return [line.slice(0, cut).toLowerCase(), line.slice(cut + 1).trim()];
    }),
  );
  const isEmpty = method === 'HEAD' || status < 200 || status === 204 || status === 304;
  const length = isEmpty ? 0 : Number(headers.get('content-length') ?? 0);
  if (bytes.length < end + 4 + length) return undefined;
  const text = bytes.toString('utf8', end + 4, end + 4 + length);
  return { answer: { status, headers, text }, length: end + 4 + length };
};

const parseAll = (bytes: Buffer, methods: readonly string[]): { answers: RawAnswer[]; interim: number[] } => {
  const answers: RawAnswer[] = [];
  const interim: number[] = [];
  for (let rest = bytes; answers.length < methods.length;) {
    const parsed = parseOne(rest, methods[answers.length] ?? 'GET');
    if (parsed === undefined) break;
    if (parsed.answer.status < 200) interim.push(parsed.answer.status);
    else answers.push(parsed.answer);
    rest = rest.subarray(parsed.length);
  }
  return { answers, interim };
};

/**
 * Sends bytes and waits for a response to each of `methods`, or until the server closes the connection.
 * @param bytes text is sent as Latin-1: one byte per character
 */
export const exchangeBytes = (
  port: number,
  bytes: string | Buffer,
  methods: readonly string[] = ['GET'],
): Promise<Conversation> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let seen: Buffer = Buffer.alloc(0);
    const finish = (closed: boolean) => {
      socket.removeAllListeners('data').destroy();
      resolve({ ...parseAll(seen, methods), closed });
    };
    socket.on('data', (chunk) => {
      seen = Buffer.concat([seen, chunk]);
      if (parseAll(seen, methods).answers.length === methods.length) finish(false);
    });
    socket
      .on('error', () => undefined)
      .on('close', () => {
        finish(true);
      });
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  });

/** The echo object in a response. */
export interface Echo {
  readonly url: string;
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly args: Readonly<Record<string, string | string[]>>;
  readonly cookies: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly json: unknown;
  readonly form: unknown;
  readonly files: unknown;
  readonly data: unknown;
  readonly meta: { readonly timestamp: string; readonly source: string };
}

/** The echo in a response. */
export const parseEcho = ({ text }: RawAnswer): Echo => JSON.parse(text) as Echo;

/** The first response. */
export const askRaw = async (port: number, bytes: string | Buffer, method = 'GET'): Promise<RawAnswer> => {
  const [answer] = (await exchangeBytes(port, bytes, [method])).answers;
  if (answer === undefined) throw new Error('the server closed without an answer');
  return answer;
};
