import { start } from './driver.js';

// The one name that the host finds; it takes it away before a script runs.
Object.defineProperty(globalThis, '__tandem', { value: start, configurable: true });
