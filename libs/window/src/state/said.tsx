import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react';

const SaidContext = createContext<string | undefined>(undefined);
const SayContext = createContext<(words: string) => void>(() => undefined);

/** How long a message stands, in milliseconds: long enough to read it. */
const sayMs = (words: string): number => Math.max(3_000, words.length * 80);

/** Keeps the last message to the person for a moment. */
export const SaidProvider = ({ children }: { readonly children: ReactNode }) => {
  const [said, setSaid] = useState<string>();
  const timer = useRef<number>(undefined);
  const say = useCallback((words: string): void => {
    window.clearTimeout(timer.current);
    setSaid(words);
    timer.current = window.setTimeout(setSaid, sayMs(words), undefined);
  }, []);
  return (
    <SayContext value={say}>
      <SaidContext value={said}>{children}</SaidContext>
    </SayContext>
  );
};

/** Tells the person about something whose effect is not visible. */
export const useSay = (): ((words: string) => void) => use(SayContext);

/** The message that stands now. */
export const useSaid = (): string | undefined => use(SaidContext);
