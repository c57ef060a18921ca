import { createAbsent } from '../shim.js';

/** For each call that Tandem refuses, what a script can use instead. */
const advice: Readonly<Record<string, string>> = {
  'bru.sendRequest': 'write the call with its name as text, so that axios is loaded',
  'bru.getOauth2CredentialVar':
    'tokens are not variables of scripts. Let the auth of the request send the token, or name a variable for it there',
  'bru.resetOauth2Credential': 'scripts cannot forget tokens. Use “Forget token” in the auth of the request',
  'req.onFail': 'a request that fails ends its execution. Check its outcome in the run',
};

/** Helpers for objects whose unknown properties are undefined. If a script calls one, the error names it. */
export const {
  refuse,
  strict: makeStrict,
  explain,
} = createAbsent((call) => (Object.hasOwn(advice, call) ? advice[call] : undefined));
