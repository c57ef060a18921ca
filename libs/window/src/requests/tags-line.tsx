import { useState } from 'react';
import { tagLimits } from '@tandem/core';

import { TextLine } from '../kit/index.js';

/** The tags in a line of text, without duplicates. */
export const parseTags = (text: string): readonly string[] =>
  [...new Set(text.split(/[\s,]+/).map((tag) => tag.slice(0, tagLimits.length)))]
    .filter((tag) => tag !== '')
    .slice(0, tagLimits.count);

/** Tags as one line of text. */
export const formatTags = (tags: readonly string[]): string => tags.join(', ');

/** The tags of a request in one line. */
export const TagsLine = ({
  tags,
  onChange,
}: {
  readonly tags: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
}) => {
  // A trailing comma or space stays while someone types.
  const [typed, setTyped] = useState('');
  const shown = formatTags(parseTags(typed)) === formatTags(tags) ? typed : formatTags(tags);
  return (
    <section className="stack runs-first" aria-label="Tags">
      <TextLine
        name="Tags"
        value={shown}
        onChange={(text) => {
          setTyped(text);
          onChange(parseTags(text));
        }}
      />
      <p className="quiet">Words such as smoke or slow, by which runs select or skip requests.</p>
    </section>
  );
};
