import { createElement } from './dom.js';

const system = matchMedia('(prefers-color-scheme: dark)');

/** A button that switches between light and dark. Until then, the page follows the system. */
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
