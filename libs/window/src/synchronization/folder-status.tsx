import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { GitStatus } from '../git/git-status.js';
import { linkEffects } from '../link/browser.js';
import { queryKeys } from '../link/query-keys.js';
import { throttle } from '../link/throttle.js';
import { useLink } from '../link/use-link.js';
import { useShow } from '../shell/page.js';
import { describeFolderState } from './folder-plan.js';
import { getCost, useFolderPlan } from './use-folder.js';

/** Returns how long the page waits for more changes before it checks the folder, in milliseconds. */
const computeSettleMs = (costMs: number): number => Math.max(200, 5 * costMs);

/** How long an automatic save of the folder takes after a change, in milliseconds. */
const autosaveMs = 2_000;

/** Checks the folder after changes in the app, and when the person returns from another window. */
const useFolderWatch = (): void => {
  const link = useLink();
  const queries = useQueryClient();
  useEffect(() => {
    const { schedule, cancel } = throttle(
      () => {
        void queries.invalidateQueries({ queryKey: queryKeys.folderSynchronization });
        void queries.invalidateQueries({ queryKey: queryKeys.outsideScripts });
        void queries.invalidateQueries({ queryKey: queryKeys.connectionReviews });
      },
      () => computeSettleMs(getCost(queries)),
      linkEffects.later,
    );
    const again = throttle(schedule, () => autosaveMs, linkEffects.later);
    const forget = link.onChange(({ entity }) => {
      if (['execution', 'cookies', 'approval', 'prompt'].includes(entity)) return;
      schedule();
      // Check again after the folder has been saved automatically, because the server does not announce that.
      again.schedule();
    });
    window.addEventListener('focus', schedule);
    return () => {
      window.removeEventListener('focus', schedule);
      forget();
      cancel();
      again.cancel();
    };
  }, [link, queries]);
};

const FolderState = () => {
  const plan = useFolderPlan();
  useFolderWatch();
  const show = useShow();
  return (
    plan && (
      <button
        type="button"
        className="status-link"
        aria-label={`Folder: ${describeFolderState(plan)}`}
        onClick={() => show('folder')}
      >
        <span className={plan.conflicts.length > 0 ? 'bad' : ''}>{describeFolderState(plan)}</span>
      </button>
    )
  );
};

/** Shows the states of the folder and its repository in the status bar. They load after the page. */
export const FolderStatus = () => (
  <>
    <FolderState />
    <GitStatus />
  </>
);
