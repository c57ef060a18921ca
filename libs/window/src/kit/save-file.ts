/** Lets the browser save bytes or text as a file. */
export const saveFile = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revoke the URL after a minute, when the browser has certainly started to read the content.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
