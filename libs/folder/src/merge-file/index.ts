export { mergeFile, type MergedFile, type Versions } from './merge-file.js';
