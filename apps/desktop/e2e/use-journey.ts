import { afterAll, beforeAll, beforeEach } from 'vitest';

import { type Journey, openJourney } from './journey.js';

/** Runs one application for the tests of a file, with a new page for each test. */
export const useJourney = (
  env: Readonly<Record<string, string>> = {},
  options: { readonly isAutomatic?: boolean } = {},
): Omit<Journey, 'close'> => {
  let opened: Journey | undefined;
  const journey = (): Journey => {
    if (opened === undefined) throw new Error('the application is started before the first test');
    return opened;
  };
  beforeAll(async () => {
    opened = await openJourney(env, options);
  });
  beforeEach(() => journey().newPage());
  afterAll(() => opened?.close());
  return {
    get addresses() {
      return journey().addresses;
    },
    get browser() {
      return journey().browser;
    },
    get page() {
      return journey().page;
    },
    get errors() {
      return journey().errors;
    },
    newPage: (colorScheme) => journey().newPage(colorScheme),
    agent: (tool, args) => journey().agent(tool, args),
    endAgentSession: () => journey().endAgentSession(),
  };
};
