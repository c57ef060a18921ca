import { tagLimits } from '@tandem/core';

/** The tags that a line of text names, each once. */
export const tagsIn = (text: string): readonly string[] =>
  [...new Set(text.split(/[\s,]+/).map((tag) => tag.slice(0, tagLimits.length)))]
    .filter((tag) => tag !== '')
    .slice(0, tagLimits.count);

/** Tags as a line of text. */
export const textOfTags = (tags: readonly string[]): string => tags.join(', ');
