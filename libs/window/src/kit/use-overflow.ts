import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** Whether the window matches a media query. Re-renders when this changes. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (tell) => {
      const media = matchMedia(query);
      media.addEventListener('change', tell);
      return () => {
        media.removeEventListener('change', tell);
      };
    },
    () => matchMedia(query).matches,
  );

/** Whether the window is too narrow to show the response beside the request. The style sheets use the same width. */
export const useIsNarrow = (): boolean => useMedia('(max-width: 900px)');

const listOverlayQuery = '(max-width: 640px)';

/** Whether the window is too narrow to show the list next to the request. */
export const useIsListOverlay = (): boolean => useMedia(listOverlayQuery);

/** Whether the window is too narrow to show the list beside the request, as of now. */
export const isListOverlay = (): boolean => matchMedia(listOverlayQuery).matches;

/** Selects the tabs that fit into `room`, by index. The selected tab always fits. */
const chooseFittingTabs = (
  widths: readonly number[],
  chosen: number,
  room: number,
  gap: number,
): ReadonlySet<number> => {
  const shown = new Set<number>();
  let left = room;
  if (widths[chosen] !== undefined) {
    shown.add(chosen);
    left -= widths[chosen] + gap;
  }
  for (const [index, width] of widths.entries()) {
    if (index === chosen) continue;
    if (width > left) break;
    shown.add(index);
    left -= width + gap;
  }
  return shown;
};

/** The default width of the button that opens the overflow menu, in pixels. */
const overflowButtonWidth = 32;

/** Measures the width of a list without its overflow button, unless that button is always shown. */
const measureRoom = (list: HTMLElement, moreWidth: number): number => {
  if (moreWidth === 0) return list.clientWidth;
  const more = list.parentElement?.querySelector(':scope > [aria-haspopup="menu"]');
  const right = (element: Element): number => element.getBoundingClientRect().right;
  // Count the width of the overflow button as room. Otherwise the button would be shown and hidden alternately
  // forever.
  return list.clientWidth + (more ? Math.floor(right(more) - right(list)) : 0);
};

/**
 * The positions of the tabs that do not fit, measured again when the list or a tab is resized. Hide them so that they
 * keep their width.
 * @param gap between two tabs, in pixels
 * @param names what the tabs show
 * @param moreWidth the width of a button that is added when some do not fit, in pixels; 0 if the button is always shown
 */
export const useOverflow = (
  list: RefObject<HTMLElement | null>,
  chosen: number,
  gap: number,
  names: string,
  moreWidth = overflowButtonWidth,
): readonly number[] => {
  const [hidden, setHidden] = useState<readonly number[]>([]);
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null || element.children.length === 0) return undefined;
    const measure = (): void => {
      const widths = [...element.children].map((tab) => (tab as HTMLElement).offsetWidth);
      const room = measureRoom(element, moreWidth);
      const needed = widths.reduce((sum, width) => sum + width + gap, -gap);
      const shown = chooseFittingTabs(widths, chosen, needed <= room ? needed : room - moreWidth, gap);
      const next = [...widths.keys()].filter((index) => !shown.has(index));
      setHidden((before) => (before.join() === next.join() ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const one of [element, ...element.children]) observer.observe(one);
    return () => {
      observer.disconnect();
    };
  }, [list, chosen, gap, names, moreWidth]);
  return hidden;
};
