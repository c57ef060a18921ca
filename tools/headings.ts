/** Returns the anchor that GitHub generates for a heading. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Reads the anchors of a document's headings. Lines of code blocks are not headings; duplicate headings get a number. */
export const readAnchors = (text: string): ReadonlySet<string> => {
  const seen = new Map<string, number>();
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)) {
    const anchor = toAnchor(heading);
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    anchors.add(count === 0 ? anchor : `${anchor}-${String(count)}`);
  }
  return anchors;
};
