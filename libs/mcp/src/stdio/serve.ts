import { randomUUID } from 'node:crypto';
import { setTimeout as passing } from 'node:timers/promises';

import type { ResourceChanges } from '../resources/resource-changes.js';

import { connect, type Reply } from '../sdk1/connection.js';
import { parseMessage } from '../parse-message.js';
import { codes, type Element, createErrorFrame, isMessage, maxBatch, readElement } from '../messages.js';
import type { Servers } from '../servers.js';
import { negotiateVersion } from '../versions.js';
import { graceMs, type Lines } from './lines.js';
import { openSdk2Lines } from './sdk2-lines.js';

const createInvalidElements = (code: number, message: string): readonly Element[] => [
  { kind: 'wrong', frame: createErrorFrame(null, code, message) },
];

const readElements = (value: unknown): readonly Element[] => {
  if (!Array.isArray(value)) return [readElement(value, false)];
  return value.length === 0 || value.length > maxBatch
    ? createInvalidElements(codes.invalidRequest, `A batch holds 1 to ${maxBatch} messages`)
    : value.map((one) => readElement(one, true));
};

const parseLine = (line: string): { readonly value: unknown } | undefined => {
  try {
    return { value: parseMessage(line) };
  } catch {
    return undefined;
  }
};

/** Replaces an unsupported protocol version in `initialize` by a supported one. */
const replaceUnsupportedVersion = (element: Element): Element => {
  if (element.kind !== 'request' || element.message.method !== 'initialize') return element;
  const { message } = element;
  const protocolVersion = negotiateVersion(message.params?.protocolVersion);
  return { kind: 'request', message: { ...message, params: { ...message.params, protocolVersion } } };
};

/** Serves a client on stdio until it ends. Then waits a moment for the running calls. */
export const serveLines = async (servers: Servers, changes: ResourceChanges, lines: Lines): Promise<void> => {
  const connection = await connect(servers.sdk1('with session'), {
    sessionId: randomUUID(),
    unrelated: (message) => {
      lines.send(message);
      return true;
    },
  });
  const sdk2 = openSdk2Lines(servers, lines);
  const unsubscribe = changes.subscribe((change) => {
    connection.onChange(change);
    servers.publish?.(change);
  });
  let idle: () => void = () => undefined;
  const reply: Reply = {
    related: (message) => {
      lines.send(message);
      return true;
    },
    settle: (answer) => {
      if (answer) lines.send(answer);
      if (!connection.isBusy()) idle();
    },
  };
  await lines.each((line) => {
    const parsed = parseLine(line);
    if (parsed && isMessage(parsed.value) && sdk2.take(parsed.value)) return;
    const elements = parsed
      ? readElements(parsed.value)
      : createInvalidElements(codes.parse, 'The message is not JSON');
    for (const element of elements.map(replaceUnsupportedVersion)) {
      if (element.kind === 'wrong') connection.refuse(element.frame, reply);
      else if (element.kind === 'request') connection.request(element.message, reply);
      else connection.deliver(element.message);
    }
  });
  const done = new Promise<void>((resolve) => {
    idle = resolve;
    if (!connection.isBusy()) resolve();
  });
  const late = new AbortController();
  await Promise.race([
    Promise.all([done, sdk2.idle()]),
    passing(graceMs, undefined, { signal: late.signal }).catch(() => undefined),
  ]);
  late.abort();
  unsubscribe();
  await Promise.all([connection.close(), sdk2.close()]);
};
