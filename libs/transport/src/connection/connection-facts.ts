import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

import type { Connection } from '@tandem/core';

/** Names in certificates are chosen by the server; longer ones are truncated to this many characters. */
const maxNameLength = 512;

/** A distinguished name on one line. */
const getName = (lines: string): string => lines.split('\n').join(', ').slice(0, maxNameLength);

const toIsoDate = (text: string): string => {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
};

const describeTls = (socket: TLSSocket): Connection['tls'] => {
  const certificate = socket.getPeerX509Certificate();
  return {
    version: socket.getProtocol() ?? '',
    cipher: socket.getCipher().standardName,
    subject: getName(certificate?.subject ?? ''),
    issuer: getName(certificate?.issuer ?? ''),
    validTo: toIsoDate(certificate?.validTo ?? ''),
  };
};

/** The facts about an open connection, whatever it carries. */
export const describeConnection = (socket: Socket, proxy?: string): Omit<Connection, 'reused'> => ({
  protocol: socket instanceof TLSSocket && socket.alpnProtocol === 'h2' ? 'h2' : 'http/1.1',
  remoteAddress: socket.remoteAddress ?? null,
  ...(proxy === undefined ? {} : { proxy }),
  tls: socket instanceof TLSSocket ? describeTls(socket) : null,
});
