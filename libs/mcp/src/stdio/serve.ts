import type { Changes } from '@tandem/core';

import type { NewServer } from '../binding.js';
import { connect, type Reply } from '../connection.js';
import { codes, type Element, errorFrame, maxBatch, readElement } from '../messages.js';
import { negotiated } from '../versions.js';
import { graceMs, type Lines } from './lines.js';

const elementsOf = (line: string): readonly Element[] => {
  const wrong = (code: number, message: string): readonly Element[] => [
    { kind: 'wrong', frame: errorFrame(null, code, message) },
  ];
  try {
    const value: unknown = JSON.parse(line);
    if (!Array.isArray(value)) return [readElement(value, false)];
    return value.length === 0 || value.length > maxBatch
      ? wrong(codes.invalidRequest, `A batch holds 1 to ${maxBatch} messages`)
      : value.map((one) => readElement(one, true));
  } catch {
    return wrong(codes.parse, 'The line is not JSON');
  }
};

/** An initialize asks for a version that is ours. */
const ours = (element: Element): Element => {
  if (element.kind !== 'request' || element.message.method !== 'initialize') return element;
  const { message } = element;
  const protocolVersion = negotiated(message.params?.protocolVersion);
  return { kind: 'request', message: { ...message, params: { ...message.params, protocolVersion } } };
};

/** Serves a client on lines until it ends; what it has asked for is answered if that does not take long. */
export const serveLines = async (newServer: NewServer, changes: Changes, lines: Lines): Promise<void> => {
  const connection = await connect(newServer('with session'), {
    sessionId: 'stdio',
    unrelated: (message) => {
      lines.send(message);
      return true;
    },
  });
  const deafen = changes.subscribe(connection.hear);
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
    for (const element of elementsOf(line).map(ours)) {
      if (element.kind === 'wrong') lines.send(element.frame);
      else if (element.kind === 'request') connection.request(element.message, reply);
      else connection.deliver(element.message);
    }
  });
  if (connection.isBusy()) {
    await new Promise<void>((resolve) => {
      idle = resolve;
      setTimeout(resolve, graceMs).unref();
    });
  }
  deafen();
  await connection.close();
};
