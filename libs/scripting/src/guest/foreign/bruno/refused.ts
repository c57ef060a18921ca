import { type Refuse, strictWith } from '../strict.js';

/** Calls that are refused, and what to use instead. */
const advice: Readonly<Record<string, string>> = {
  'bru.sendRequest': 'write the call with its name as text, so that axios is loaded',
  'bru.getOauth2CredentialVar':
    'tokens are not variables of scripts. Let the auth of the request send the token, or name a variable for it there',
  'bru.resetOauth2Credential': 'scripts cannot forget tokens. Use “Forget token” in the auth of the request',
  'bru.utils': 'use JSON.stringify(JSON.parse(text)) for a short text',
  'bru.cookies.jar().clear': 'scripts see the cookies of one address. Use jar().deleteCookies(url)',
  'req.onFail': 'a request that fails ends its execution. Check its outcome in the run',
  'res.getDataBuffer': 'use res.getBody() for the text, or write a script of ours, which has res.bytes()',
};

/** Throws an error that names the call and says what to use instead. */
export const refuse: Refuse = (call) => {
  throw new Error(`${call} is not available here: ${advice[call] ?? 'Tandem has nothing that does this'}`);
};

/** An object whose unknown properties are refused by their names. */
export const strict = strictWith(refuse);
