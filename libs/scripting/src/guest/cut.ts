/**
 * Maximum length of one UTF-16 unit of a secret in any searched form: eight backslashes and an escape of four digits,
 * or percent escapes of three bytes, each escaped three more times.
 */
const getMaxFormLength = (value: string): number => (/^[\0-\x7f]*$/.test(value) ? 13 : 27);

/** Extra length kept beyond the requested one, so that no form of a secret is cut in half. */
export const getSlack = (secret: string): number => secret.length * getMaxFormLength(secret);

/**
 * Shortens a script's long texts before they are sent. The result may exceed the requested length by the longest form
 * of a secret, so that the receiver, which hides secrets, can make the final cut without splitting one.
 */
export const createCutter = () => {
  let slack = 0;
  return {
    /** Adds a secret that the script can read. */
    expect: (secret: string): void => {
      slack = Math.max(slack, getSlack(secret));
    },
    /** Reserves length for secrets that the script cannot read. */
    allow: (units: number): void => {
      slack = Math.max(slack, units);
    },
    cut: (text: string, most: number): string =>
      text.length > most + slack ? text.slice(0, most + slack) : text,
  };
};

export type Cut = ReturnType<typeof createCutter>['cut'];
