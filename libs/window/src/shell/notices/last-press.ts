/** The position of the pressed element in the window, in pixels. */
interface PressedBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Maximum time between a press and the message that it causes, in milliseconds. A later message may have another cause. */
const maxAgeMs = 2_000;

let last: { readonly box: PressedBox; readonly at: number } | undefined;

const rememberPress = (target: EventTarget | null): void => {
  if (!(target instanceof Element)) return;
  // Store the position now: a menu entry or a removed row no longer exists when the message appears.
  const pressed = target.closest('button, [role^=menuitem], a, summary') ?? target;
  last = { box: pressed.getBoundingClientRect(), at: performance.now() };
};

/** Remembers which element a person presses by pointer or keyboard. Returns a function that stops this. */
export const followPresses = (): (() => void) => {
  const hearPointer = ({ target }: PointerEvent): void => rememberPress(target);
  const hearKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Enter' || key === ' ') rememberPress(document.activeElement);
  };
  window.addEventListener('pointerdown', hearPointer, { capture: true });
  window.addEventListener('keydown', hearKey, { capture: true });
  return () => {
    window.removeEventListener('pointerdown', hearPointer, { capture: true });
    window.removeEventListener('keydown', hearKey, { capture: true });
  };
};

/** Returns the position of the element that was pressed a moment ago; undefined if there was none. */
export const findPressedBox = (): PressedBox | undefined =>
  last !== undefined && performance.now() - last.at < maxAgeMs ? last.box : undefined;

/**
 * The distances of a message from the pressed element and from the window's edge, and the minimum space below the
 * element, in pixels.
 */
const nearLimits = { gap: 6, margin: 8, minRoomBelow: 96 } as const;

/**
 * Positions a message below the pressed element, or above it if the space below is too small. The message begins where the
 * element begins, or ends where it ends, whichever is nearer to the middle of the window.
 */
export const positionNear = (
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
