export { createMergeDriver, driverCommand } from './merge-driver.js';
