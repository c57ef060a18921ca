let at = 0;
let text = '';

/** The time in ISO 8601 with milliseconds, UTC. Cached, because formatting costs as much as the rest of a small echo. */
export const getTimestamp = (): string => {
  const now = Date.now();
  if (now !== at) {
    at = now;
    text = new Date(now).toISOString();
  }
  return text;
};
