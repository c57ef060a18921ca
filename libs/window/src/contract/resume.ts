import { struct, t } from '@tandem/core/codec';

/**
 * How an open page resumes after a restart of its server. Both sides have a key that the page keeps in
 * memory only, and each proves to the other that it has it, so neither a foreign page nor a foreign server is
 * accepted.
 */

/** The route where a page resumes. */
export const resumePath = '/session/resume';

/** The route that gives the key to a reloaded page. */
export const keyPath = '/session/key';

/** What a page sends: first only its nonce, then also its signature of the server's nonce. */
export const ResumeCall = struct('a resume call', { nonce: t.string }, { signature: t.string });

/** The server's first response. */
export const ResumeChallenge = struct('a resume challenge', { nonce: t.string, signature: t.string });

/** The server's response to the page's signature. */
export const ResumeAnswer = struct('a resume answer', { proof: t.string });

/**
 * What each side signs. It includes the port, so that a program on another port cannot relay the messages to Tandem.
 */
export const formatSignedMessage = (
  side: 'page' | 'server',
  port: number,
  nonces: { readonly page: string; readonly server: string },
): string => ['tandem resume', side, port, nonces.page, nonces.server].join('\n');
