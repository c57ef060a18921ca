interface Line {
  /** 1 for a top-level line. */
  readonly level: number;
}

/**
 * Finds the line to which a key moves the focus from line `at`, as in the WAI-ARIA tree pattern; undefined for
 * other keys.
 */
export const findTreeTarget = <L extends Line>(
  lines: readonly L[],
  at: number,
  key: string,
  isOpen: (line: L) => boolean,
): number | undefined => {
  const line = lines[at];
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, lines.length - 1);
    case 'ArrowUp':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return lines.length - 1;
    case 'ArrowRight':
      return line && isOpen(line) && (lines[at + 1]?.level ?? 0) > line.level ? at + 1 : undefined;
    case 'ArrowLeft': {
      if (line === undefined || isOpen(line)) return undefined;
      const parent = lines.slice(0, at).findLastIndex(({ level }) => level < line.level);
      return parent < 0 ? undefined : parent;
    }
    default:
      return undefined;
  }
};
