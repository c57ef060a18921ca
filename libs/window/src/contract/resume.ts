import { struct, t } from '@tandem/core/codec';

/**
 * How an open page goes on after a restart of its server. Both sides have a key that the page keeps in
 * memory only, and each shows the other that it has it, so neither a stranger's page nor a stranger's server gets in.
 */

/** The route on which a page goes on. */
export const resumePath = '/session/resume';

/** The route that gives the key to a page that was loaded again. */
export const keyPath = '/session/key';

/** What a page sends: first its nonce alone, then also its signature over the nonce of the server. */
export const ResumeCall = struct('a resume call', { nonce: t.string }, { signature: t.string });

/** What the server answers first. */
export const ResumeChallenge = struct('a resume challenge', { nonce: t.string, signature: t.string });

/** The server's answer to the signature of a page. */
export const ResumeAnswer = struct('a resume answer', { proof: t.string });

/**
 * What a side signs. The port is part of it, so that a program on another port cannot pass the messages on to Tandem.
 */
export const formatSignedMessage = (
  side: 'page' | 'server',
  port: number,
  nonces: { readonly page: string; readonly server: string },
): string => ['tandem resume', side, port, nonces.page, nonces.server].join('\n');
