import { createFault } from '../fault.js';
import type { GuardFactory } from './guard.js';
import { collectBoundSecrets, findStrayingSecret } from './host-guard.js';
import { collectRequestTexts, collectRequestWords } from './request-texts.js';

/**
 * Refuses to send a host-bound secret if the server's identity is not verified (RFC 9110, section 4.3.4): any server
 * that answers could read it.
 */
export const createUnverifiedGuard: GuardFactory = ({ bound, ports }, secrets) => {
  if (bound.length === 0 || ports.settingHash === undefined) return undefined;
  const nowhere = collectBoundSecrets(bound, secrets).map((one) => ({ ...one, hosts: [] }));
  return async (request) => {
    if (request.isUnverified !== true) return undefined;
    const found = await findStrayingSecret(
      {
        texts: () => collectRequestTexts(ports.http, request),
        words: () => collectRequestWords(request),
      },
      nowhere,
    );
    if (found === undefined) return undefined;
    const { name } = found;
    const message = `The secret ${name} may only be sent to its hosts, and with tls.verify: false nobody checks that the server is one of them, so it was not sent. Switch verification on, and let a person add the CA of the server to the connections of the workspace if it has one of its own.`;
    return createFault('TLS_UNVERIFIED_REFUSED', message, { secret: name, hop: request.hop });
  };
};
