import { lookup as lookUpName } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** `localhost` and the names below it are this machine, whatever a name server says (RFC 6761, section 6.3). */
export const isLocalhostName = (hostname: string): boolean => /^(?:.*\.)?localhost\.?$/i.test(hostname);

/** Both, as curl tries them: many servers listen on only one of the two. */
const loopback = [
  { address: '::1', family: 6 },
  { address: '127.0.0.1', family: 4 },
];

/**
 * The addresses of a host. Most systems do not resolve names below `localhost`, and some resolve `localhost` in only
 * one family. Node tries the addresses in turn.
 */
export const lookUp: LookupFunction = (hostname, options, callback) => {
  if (!isLocalhostName(hostname)) {
    lookUpName(hostname, options, callback);
    return;
  }
  const wanted = loopback.filter(
    ({ family }) => ![4, 6].includes(Number(options.family)) || family === Number(options.family),
  );
  const [first] = wanted;
  process.nextTick(() => {
    if (options.all === true) callback(null, wanted);
    else callback(null, first?.address ?? '127.0.0.1', first?.family);
  });
};
