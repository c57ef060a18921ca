import { useEffect, useRef } from 'react';

const isInFront = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/** Two short tones. A browser that does not let a page sound before it was used stays silent. */
const sound = (): void => {
  if (typeof AudioContext === 'undefined') return;
  const audio = new AudioContext();
  const gain = audio.createGain();
  gain.gain.value = 0.08;
  gain.connect(audio.destination);
  for (const [at, hertz] of [
    [0, 660],
    [0.16, 880],
  ] as const) {
    const tone = audio.createOscillator();
    tone.frequency.value = hertz;
    tone.connect(gain);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + 0.12);
  }
  window.setTimeout(() => void audio.close().catch(() => undefined), 1_000);
};

/** While the page is not in front, marks its title when something waits, and sounds when something new does. */
export const useAttention = (ids: readonly string[]): void => {
  const known = useRef<ReadonlySet<string>>(new Set());
  const { length } = ids;
  useEffect(() => {
    const isNew = ids.some((id) => !known.current.has(id));
    known.current = new Set(ids);
    if (isNew && !isInFront()) sound();
  }, [ids]);
  useEffect(() => {
    if (length === 0) return undefined;
    const plain = document.title;
    const mark = (): void => {
      document.title = isInFront() ? plain : `(${length}) Allow? · ${plain}`;
    };
    mark();
    const events = [
      [document, 'visibilitychange'],
      [window, 'focus'],
      [window, 'blur'],
    ] as const;
    for (const [target, name] of events) target.addEventListener(name, mark);
    return () => {
      for (const [target, name] of events) target.removeEventListener(name, mark);
      document.title = plain;
    };
  }, [length]);
};
