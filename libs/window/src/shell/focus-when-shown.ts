/** How long to wait for an element before giving up, in milliseconds. */
const maxWaitMs = 10_000;

/** Focuses an element as soon as it exists and is focusable, which it is not below an open dialog. */
export const focusWhenVisible = (
  find: () => HTMLElement | null | undefined,
  { isSelected = false }: { readonly isSelected?: boolean } = {},
): void => {
  const focus = (): boolean => {
    const element = find() ?? null;
    element?.focus();
    if (element === null || document.activeElement !== element) return false;
    if (isSelected && element instanceof HTMLInputElement) element.select();
    return true;
  };
  if (focus()) return;
  const observer = new MutationObserver(() => {
    if (focus()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  window.setTimeout(() => {
    observer.disconnect();
  }, maxWaitMs);
};

const findInTab = (id: string, label: string): HTMLElement | null =>
  document.querySelector(`#shown-tab[aria-labelledby="tab-${CSS.escape(id)}"] [aria-label="${label}"]`);

/** Focuses a request's URL as soon as its tab shows it. */
export const focusUrl = (id: string): void => focusWhenVisible(() => findInTab(id, 'URL'));

/** Selects a request's name as soon as its tab shows it. */
export const selectName = (id: string): void =>
  focusWhenVisible(() => findInTab(id, 'Name'), { isSelected: true });
