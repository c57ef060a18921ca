/** The message about fields that an undo left: those that were changed again, and secrets. */
export const keptWords = (kept: readonly string[]): string => {
  const later = kept
    .filter((field) => field !== 'secrets')
    .map((field) => (field === 'description' ? 'notes' : field));
  return [
    ...(later.length === 0 ? [] : [`Later changes were kept: ${later.join(', ')}.`]),
    ...(kept.includes('secrets') ? ['Secrets stay as they are, because earlier values are not kept.'] : []),
  ].join(' ');
};
