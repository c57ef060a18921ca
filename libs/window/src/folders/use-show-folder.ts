import { useShow } from '../shell/navigation.js';
import { useFolders } from './use-folders.js';

/** Opens what the requests in a folder inherit, by its path; that of the workspace by "". */
export const useShowFolder = (): ((path: string) => void) => {
  const show = useShow();
  const folders = useFolders();
  return (path) => {
    const key = path === '' ? 'workspace' : folders.find((one) => one.path === path)?.id;
    if (key !== undefined) show(key);
  };
};
