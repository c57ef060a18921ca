import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react';

import { OfferUndoContext } from '../../kit/index.js';

/** Copies a text, and says so in words such as `the MCP address`. */
export const useCopy = () => {
  const say = useSay();
  return (text: string, what: string): void => {
    navigator.clipboard.writeText(text).then(
      () => say(`Copied ${what}`),
      () => say(`The browser did not allow copying ${what}: ${text}`),
    );
  };
};

/** A message to the person, and what undoes what it tells. */
export interface UserMessage {
  readonly words: string;
  readonly undo?: (() => void) | undefined;
}

type Say = (words: string, undo?: () => void) => () => void;

const UserMessageContext = createContext<UserMessage | undefined>(undefined);
const SayContext = createContext<Say>(() => () => undefined);

/** How long a message stands, in milliseconds: long enough to read it, and to undo what it tells. */
const sayMs = ({ words, undo }: UserMessage): number => Math.max(undo ? 10_000 : 3_000, words.length * 80);

/** Keeps the last message to the person for a moment. */
export const UserMessageProvider = ({ children }: { readonly children: ReactNode }) => {
  const [said, setSaid] = useState<UserMessage>();
  const timer = useRef<number>(undefined);
  const say = useCallback<Say>((words, undo) => {
    window.clearTimeout(timer.current);
    const withdraw = (): void => setSaid((present) => (present === one ? undefined : present));
    const undoOnce = (): void => {
      withdraw();
      undo?.();
    };
    const one: UserMessage = { words, undo: undo && undoOnce };
    setSaid(one);
    timer.current = window.setTimeout(withdraw, sayMs(one));
    return withdraw;
  }, []);
  return (
    <SayContext value={say}>
      <OfferUndoContext value={say}>
        <UserMessageContext value={said}>{children}</UserMessageContext>
      </OfferUndoContext>
    </SayContext>
  );
};

/** Tells the person about something whose effect is not visible. What it returns takes the message away. */
export const useSay = (): Say => use(SayContext);

/** The message that stands now. */
export const useUserMessage = (): UserMessage | undefined => use(UserMessageContext);
