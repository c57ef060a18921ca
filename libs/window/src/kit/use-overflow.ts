import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** Whether the window matches a media query; follows changes. */
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

/** Whether the window is too narrow to show the response next to the request; the width is the same as in the style sheets. */
export const useIsNarrow = (): boolean => useMedia('(max-width: 900px)');

const listOverlayQuery = '(max-width: 640px)';

/** Whether the window is too narrow to show the list next to the request. */
export const useIsListOverlay = (): boolean => useMedia(listOverlayQuery);

/** Reads once whether the window is too narrow to show the list next to the request. */
export const isListOverlay = (): boolean => matchMedia(listOverlayQuery).matches;

/** The indexes of the tabs that fit into `room`; the selected tab always fits. */
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

/** The width of a list without the overflow button, which is shown only if some tabs do not fit. */
const measureRoom = (list: HTMLElement): number => {
  const more = list.parentElement?.querySelector(':scope > [aria-haspopup="menu"]');
  const right = (element: Element): number => element.getBoundingClientRect().right;
  // Count the overflow button's width as room. Otherwise showing and hiding the button would alternate forever.
  return list.clientWidth + (more ? Math.floor(right(more) - right(list)) : 0);
};

/**
 * The positions of the tabs that do not fit, measured again when the list or a tab is resized. Hide them so that they
 * keep their width.
 * @param gap between two tabs, in pixels
 * @param names what the tabs show
 * @param moreWidth the width of a button that is added when some do not fit, in pixels
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
    if (element === null) return undefined;
    const measure = (): void => {
      const widths = [...element.children].map((tab) => (tab as HTMLElement).offsetWidth);
      const room = measureRoom(element);
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
