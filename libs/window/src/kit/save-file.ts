/** Lets the browser save bytes or text as a file. */
export const saveFile = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has started to read the content by then.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
