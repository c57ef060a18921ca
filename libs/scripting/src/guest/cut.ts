/**
 * The longest that one UTF-16 unit of a secret becomes in a text that it is still looked for in: eight backslashes and
 * an escape of four digits, or percent escapes of three bytes that are themselves escaped three times.
 */
const longestForm = (value: string): number => (/^[\0-\x7f]*$/.test(value) ? 13 : 27);

/** How much longer than asked for a text is left, so that no form of the secret is cut through. */
export const slackFor = (secret: string): number => secret.length * longestForm(secret);

/**
 * Cuts long texts of a script before they cross. What is left is longer than asked for by the longest form of a secret,
 * so that the receiver, which hides secrets, can make the last cut beside one instead of through it.
 */
export const createCutter = () => {
  let slack = 0;
  return {
    /** A secret that the script can read. */
    expect: (secret: string): void => {
      slack = Math.max(slack, slackFor(secret));
    },
    /** As much as secrets need that the script cannot read. */
    allow: (units: number): void => {
      slack = Math.max(slack, units);
    },
    cut: (text: string, most: number): string =>
      text.length > most + slack ? text.slice(0, most + slack) : text,
  };
};

export type Cut = ReturnType<typeof createCutter>['cut'];
