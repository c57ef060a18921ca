import { createListeners } from '@tandem/core';

import type { Later } from '../../link/throttle.js';

/** A message to the person. If it reports a change, it can offer to undo it. */
export interface UserMessage {
  /** Distinguishes it from earlier messages. */
  readonly key: number;
  readonly words: string;
  readonly undo?: (() => void) | undefined;
  readonly action?: MessageAction | undefined;
}

/** What a message offers besides an undo. */
export interface MessageAction {
  readonly label: string;
  readonly run: () => void;
}

/** The last message to the person, shown for a limited time. */
export interface Messages {
  /** Shows a message about an action without a visible effect. Returns a function that withdraws the message. */
  readonly say: (words: string, undo?: () => void, action?: MessageAction) => () => void;
  readonly get: () => UserMessage | undefined;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Returns how long a message is shown, in milliseconds: long enough to read it and to undo the change. */
const computeMessageMs = ({ words, undo, action }: UserMessage): number =>
  Math.max(action ? 20_000 : undo ? 10_000 : 3_000, words.length * 80);

/** Creates the messages of a page. */
export const createMessages = (later: Later): Messages => {
  const { notify, subscribe } = createListeners();
  let shown: UserMessage | undefined;
  let count = 0;
  let stopWaiting = (): void => undefined;
  const show = (message: UserMessage | undefined): void => {
    shown = message;
    notify();
  };
  return {
    say: (words, undo, action) => {
      stopWaiting();
      const withdraw = (): void => {
        if (shown === message) show(undefined);
      };
      const undoOnce = (): void => {
        withdraw();
        undo?.();
      };
      count += 1;
      const message: UserMessage = { key: count, words, undo: undo && undoOnce, action };
      show(message);
      stopWaiting = later(computeMessageMs(message), withdraw);
      return withdraw;
    },
    get: () => shown,
    subscribe,
  };
};
