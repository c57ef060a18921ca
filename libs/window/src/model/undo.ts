/** The message about fields that an undo left. */
export const keptWords = (kept: readonly string[]): string =>
  `Later changes were kept: ${kept.map((field) => (field === 'description' ? 'notes' : field)).join(', ')}.`;
