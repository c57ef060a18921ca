import { usePage } from './page.js';

/** Shows a tab of the open workspace, for use outside of the workspace. */
export const useShow = (): ((key: string) => void) => usePage().navigation.show;
