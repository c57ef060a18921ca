import { fetchFromServer } from '../link/page-session.js';
import { formatCount } from '../shell/phrases.js';

const copyFile = async (path: string, file: File): Promise<boolean> => {
  const { ok } = await fetchFromServer(`/files?path=${encodeURIComponent(path)}`, {
    method: 'POST',
    body: file,
  });
  return ok;
};

/**
 * Copies dropped files into the workspace's folder, to the paths from which requests send them. Returns messages about the copied files
 * and about those that could not be copied.
 */
export const copySentFiles = async (
  files: ReadonlyMap<string, () => Promise<File>>,
): Promise<readonly string[]> => {
  let copied = 0;
  const failed: string[] = [];
  for (const [path, open] of files) {
    const isCopied = await open().then(
      (file) => copyFile(path, file),
      () => false,
    );
    if (isCopied) copied += 1;
    else failed.push(path);
  }
  return [
    ...(copied > 0 ? [`Copied ${formatCount(copied, 'file')} that requests send.`] : []),
    ...(failed.length > 0 ? [`Copy these into the workspace's folder yourself: ${failed.join(', ')}.`] : []),
  ];
};
