export { createMergeDriver, formatDriverCommand } from './merge-driver.js';
