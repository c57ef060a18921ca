import { element } from './dom.js';

/** A button that switches between light and dark, beginning with what the system prefers. */
export const themeSwitch = (): HTMLButtonElement => {
  const root = document.documentElement;
  let isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const button = element('button', 'theme');
  button.type = 'button';
  const show = (): void => {
    button.textContent = isDark ? 'Light' : 'Dark';
  };
  button.addEventListener('click', () => {
    isDark = !isDark;
    root.dataset.theme = isDark ? 'dark' : 'light';
    show();
  });
  show();
  return button;
};
