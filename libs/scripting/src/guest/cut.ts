/**
 * The maximum length that one UTF-16 unit of a secret has in any form in which secrets are searched: eight backslashes and an escape with
 * four digits, or percent escapes of three bytes, each of which is escaped three more times.
 */
const getMaxFormLength = (value: string): number => (/^[\0-\x7f]*$/.test(value) ? 13 : 27);

/** How much longer than requested a text must stay, so that no form of a secret in it is cut in half. */
export const getSlack = (secret: string): number => secret.length * getMaxFormLength(secret);

/**
 * Shortens a script's long texts before they are sent to the parent process. They stay longer than requested by the longest form of a
 * secret, so that the parent, which redacts secrets, can cut them without splitting one.
 */
export const createCutter = () => {
  let slack = 0;
  return {
    /** Adds a secret that the script can read. */
    expect: (secret: string): void => {
      slack = Math.max(slack, getSlack(secret));
    },
    /** Allows for secrets that the script cannot read. */
    allow: (units: number): void => {
      slack = Math.max(slack, units);
    },
    cut: (text: string, most: number): string =>
      text.length > most + slack ? text.slice(0, most + slack) : text,
  };
};

export type Cut = ReturnType<typeof createCutter>['cut'];
