import { decode, struct, t } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

/** The fields of an error in a message from the thread. Structured cloning would drop the fields of a system error. */
const Failure = struct(
  'an error of the echo server',
  { message: t.string },
  { stack: t.string, code: t.string, syscall: t.string, address: t.string, port: t.number },
);
type Failure = t.TypeOf<typeof Failure>;

const FromThread = t.union([
  struct('listening', { kind: t.literal('listening'), url: t.string, port: t.number }),
  struct('failed', { kind: t.literal('failed'), error: Failure }),
  struct('a defect', { kind: t.literal('defect'), error: Failure }),
]);

/** A message from the thread of the echo server. */
export type FromThread = t.TypeOf<typeof FromThread>;

/** The data with which the thread is started. */
export interface ThreadData {
  readonly port: number;
}

/** Asks the thread to stop its server. */
export interface Stop {
  readonly kind: 'stop';
  readonly graceMs: number;
}

/** Decodes a message from the thread; undefined if it is not valid. */
export const readMessage = (message: unknown): FromThread | undefined => {
  const decoded = decode(FromThread)(message);
  return E.isRight(decoded) ? decoded.right : undefined;
};

/** Converts an error into a message. */
export const toFailure = (error: unknown): Failure => {
  const thrown = error instanceof Error ? error : new Error(String(error));
  const { code, syscall, address, port } = thrown as Partial<Failure>;
  const fields = { stack: thrown.stack, code, syscall, address, port };
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { message: thrown.message, ...(Object.fromEntries(known) as Partial<Failure>) };
};

/** Converts a message back into an error. */
export const toError = ({ message, ...fields }: Failure): Error => Object.assign(new Error(message), fields);
