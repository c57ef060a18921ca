import { createAbsent } from '../strict.js';

/** Refused calls, and their replacements. */
const advice: Readonly<Record<string, string>> = {
  vault:
    'there is no vault. Keep the value as a secret of the environment and read it with pm.environment.get',
  require: 'packages of Postman’s library are not loaded. Use require with one of the built-in libraries',
  state: 'there is no state between scripts but variables. Use pm.environment or pm.collectionVariables',
  message: 'there are no messages of streams here. Read the whole text with pm.response.text()',
  datasets: 'there are no data sets. Pass rows to the run and read them with pm.iterationData',
};

const findAdvice = (call: string): string | undefined => {
  const key = /^pm\.(.+)$/.exec(call)?.[1] ?? call;
  return Object.hasOwn(advice, key) ? advice[key] : undefined;
};

/** Objects whose unknown properties are undefined. Errors name the method that a script called. */
export const { refuse, strict: makeStrict, explain } = createAbsent(findAdvice);
