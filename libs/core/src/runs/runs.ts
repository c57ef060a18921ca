export * from './run.js';
export * from './run-control.js';
export * from './stored-run.js';
