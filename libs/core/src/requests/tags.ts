import { type AppError, createInvalidInput } from '../errors.js';

/** Limits on the tags of a request. */
export const tagLimits = { length: 100, count: 50 } as const;

const advice = `must be up to ${tagLimits.length} characters without spaces or commas, such as smoke`;

/** Whether a tag is valid: one word, so that `--tags a,b` can name it. */
export const isTag = (text: string): boolean => text.length <= tagLimits.length && /^[^\s,]+$/.test(text);

/** The error for invalid tags. */
export const checkTags = (tags: readonly string[] | undefined, path: string): AppError | undefined => {
  if (tags === undefined) return undefined;
  if (tags.length > tagLimits.count)
    return createInvalidInput(path, `has ${tags.length} tags; a request has at most ${tagLimits.count}`, {
      expected: `at most ${tagLimits.count} tags`,
      got: tags.length,
    });
  const bad = tags.findIndex((tag) => !isTag(tag));
  return bad < 0
    ? undefined
    : createInvalidInput(`${path}[${bad}]`, advice, { expected: 'a tag', got: tags[bad] });
};
