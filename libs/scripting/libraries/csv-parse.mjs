export { parse as default } from 'csv-parse/browser/esm/sync';
