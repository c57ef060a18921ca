import { strictWith } from '../strict.js';

/** Calls that are refused, and what to use instead. */
const advice: Readonly<Record<string, string>> = {
  vault:
    'there is no vault. Keep the value as a secret of the environment and read it with pm.environment.get',
  require: 'packages of Postman’s library are not loaded. Use require with one of the built-in libraries',
  state: 'there is no state between scripts but variables. Use pm.environment or pm.collectionVariables',
  message: 'there are no messages of streams here. Read the whole text with pm.response.text()',
  datasets: 'there are no data sets. Pass rows to the run and read them with pm.iterationData',
};

/** Throws an error that names the call and says what to use instead. */
export const refuse = (call: string): never => {
  const [, key = call] = /^pm\.(.+)$/.exec(call) ?? [];
  throw new Error(`${call} is not available here: ${advice[key] ?? 'Tandem has nothing that does this'}`);
};

/** An object whose unknown properties are refused by their names. */
export const strict = strictWith(refuse);
