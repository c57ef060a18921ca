export { createGit, type GitOptions } from './git.js';
export { defaultGitLimits, type GitLimits, readGitLimits } from './limits.js';
