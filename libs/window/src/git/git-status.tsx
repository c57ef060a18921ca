import { GitBranch } from 'lucide-react';

import { useShow } from '../shell/page.js';
import { describeGitState, formatHead } from './git-labels.js';
import { useGitState, useGitWatch } from './use-git.js';
import '../style/git.css';

/**
 * Shows the branch and the number of changed files in the status bar. Renders nothing if the folder is not in
 * a repository.
 */
export const GitStatus = () => {
  const state = useGitState();
  useGitWatch(state?.repository != null);
  const show = useShow();
  if (state === undefined || state.repository === null) return null;
  const { changed, conflicts } = state;
  return (
    <button
      type="button"
      className="status-link git-status"
      aria-label={`Git: ${describeGitState(state)}`}
      title={describeGitState(state)}
      onClick={() => show('git')}
    >
      <GitBranch className="k-icon" aria-hidden="true" />
      <span className={conflicts.length > 0 ? 'bad' : ''}>
        {formatHead(state)}
        {changed > 0 && ` · ${changed}`}
      </span>
    </button>
  );
};
