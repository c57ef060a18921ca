import { type Fault, createFault } from './fault.js';

/** The fault of a text with git conflict markers, found in one pass over its lines. */
export const findConflictMarkers = (text: string): Fault | undefined => {
  if (!text.includes('<<<<<<< ')) return undefined;
  let opened: number | undefined;
  let isDivided = false;
  let line = 0;
  for (let from = 0; from < text.length; line++) {
    const end = text.indexOf('\n', from);
    const next = end < 0 ? text.length : end + 1;
    if (text.startsWith('<<<<<<< ', from)) opened ??= line;
    else if (opened !== undefined && /^={7}\r?\n$/.test(text.slice(from, Math.min(next, from + 9))))
      isDivided = true;
    else if (isDivided && text.startsWith('>>>>>>> ', from))
      return createFault(
        (opened ?? 0) + 1,
        1,
        'git left conflict markers here; choose a side and remove them',
      );
    from = next;
  }
  return undefined;
};
