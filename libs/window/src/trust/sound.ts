/** Plays two short tones. Does nothing in a browser that blocks sound before the first interaction. */
export const playSound = (): void => {
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
