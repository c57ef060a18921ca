/** How long a new request may take to be shown, in milliseconds. */
const longestMs = 10_000;

/** Puts the cursor into the URL of a request as soon as its tab shows it. */
export const focusUrl = (id: string): void => {
  const find = (): HTMLElement | null =>
    document.querySelector(`#shown-tab[aria-labelledby="tab-${CSS.escape(id)}"] [aria-label="URL"]`);
  const focus = (): boolean => {
    const url = find();
    url?.focus();
    return url !== null;
  };
  if (focus()) return;
  const observer = new MutationObserver(() => {
    if (focus()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  window.setTimeout(() => {
    observer.disconnect();
  }, longestMs);
};
