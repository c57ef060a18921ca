import { useSay } from './notices/said.js';

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
