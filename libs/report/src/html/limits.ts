/**
 * What a page keeps, in characters: `body` of each body unless the option `maxBody` says otherwise, `bodies` of all bodies together,
 * and `text` of any other value. Beyond `bodies`, only requests that fail keep theirs, up to `failedBodies`. `opened` is how many
 * failed requests are open at first, and `source` how many lines there are above and below the line of a failed test.
 */
export const htmlLimits = {
  body: 4_096,
  bodies: 16 * 1024 * 1024,
  failedBodies: 32 * 1024 * 1024,
  text: 4_000,
  headers: 100,
  logs: 50,
  opened: 20,
  source: 3,
} as const;
