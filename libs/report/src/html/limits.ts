/**
 * What a page keeps, in characters: `body` of each body unless the option `maxBody` says otherwise, `bodies` of all
 * bodies together, and `text` of any other value. Beyond `bodies`, only failed requests keep theirs, up to
 * `failedBodies`. `opened` is the number of failed requests open at first, and `source` the number of lines shown
 * above and below the line of a failed test.
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
