export { createMergeDriver, formatDriverCommand, runGit } from './merge-driver.js';
