type Child = Node | string;

/** Creates an element with a class and children. A string among the children becomes text. */
export const createElement = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = '',
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  made.append(...children);
  return made;
};

/** A list of names and values. */
export const createPairList = (
  className: string,
  values: readonly (readonly [string, string])[],
): HTMLElement => {
  const list = createElement('dl', className);
  for (const [name, value] of values)
    list.append(createElement('div', '', createElement('dt', '', name), createElement('dd', '', value)));
  return list;
};

/** Creates preformatted text that can be scrolled with the keyboard. */
export const createTextBlock = (label: string, text: string, className = ''): HTMLElement => {
  const made = createElement('pre', className, text);
  made.tabIndex = 0;
  made.setAttribute('role', 'region');
  made.setAttribute('aria-label', label);
  return made;
};

const system = matchMedia('(prefers-color-scheme: dark)');

/** Creates a button that switches between light and dark. Until somebody uses it, the page follows the system. */
export const createThemeSwitch = (): HTMLButtonElement => {
  const button = createElement('button', 'theme');
  button.type = 'button';
  let chosen: boolean | undefined;
  const isDark = (): boolean => chosen ?? system.matches;
  const show = (): void => {
    document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
    button.textContent = isDark() ? 'Light' : 'Dark';
  };
  button.addEventListener('click', () => {
    chosen = !isDark();
    show();
  });
  system.addEventListener('change', show);
  show();
  return button;
};
