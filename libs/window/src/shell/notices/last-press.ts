/** The box of what was pressed, in pixels of the window. */
interface PressedBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** How long a message is about what was pressed last, in milliseconds: after that, something else may have caused it. */
const maxAgeMs = 2_000;

let last: { readonly box: PressedBox; readonly at: number } | undefined;

const remember = (target: EventTarget | null): void => {
  if (!(target instanceof Element)) return;
  // The box is taken now: an entry of a menu and a removed row are gone when the message comes.
  const pressed = target.closest('button, [role^=menuitem], a, summary') ?? target;
  last = { box: pressed.getBoundingClientRect(), at: performance.now() };
};

/** Remembers what is pressed by pointer or keyboard; returns a function that stops it. */
export const followPresses = (): (() => void) => {
  const hearPointer = ({ target }: PointerEvent): void => remember(target);
  const hearKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Enter' || key === ' ') remember(document.activeElement);
  };
  window.addEventListener('pointerdown', hearPointer, { capture: true });
  window.addEventListener('keydown', hearKey, { capture: true });
  return () => {
    window.removeEventListener('pointerdown', hearPointer, { capture: true });
    window.removeEventListener('keydown', hearKey, { capture: true });
  };
};

/** The box of what was pressed a moment ago; undefined if nothing was. */
export const findPressedBox = (): PressedBox | undefined =>
  last !== undefined && performance.now() - last.at < maxAgeMs ? last.box : undefined;

/** The distances of a message from what was pressed and from the window's edge, and the room that it needs, in pixels. */
const nearLimits = { gap: 6, margin: 8, minRoomBelow: 96 } as const;

/**
 * Where a message about something pressed is shown: below it, or above it if there is no room. It begins or ends where
 * what was pressed does, whichever is nearer to the middle of the window.
 */
export const placeNear = (
  { left, right, top, bottom }: PressedBox,
  { innerWidth, innerHeight }: { readonly innerWidth: number; readonly innerHeight: number },
): Readonly<Record<string, number>> => {
  const { gap, margin, minRoomBelow } = nearLimits;
  return {
    ...((left + right) / 2 < innerWidth / 2
      ? { left: Math.max(margin, left) }
      : { right: Math.max(margin, innerWidth - right) }),
    ...(innerHeight - bottom < minRoomBelow ? { bottom: innerHeight - top + gap } : { top: bottom + gap }),
  };
};
