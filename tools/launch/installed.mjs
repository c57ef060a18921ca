import { installFingerprint, writeStamp } from './stamps.mjs';

// Runs after every `npm ci` and `npm install`, so that `npm start` does not install again.
writeStamp('installed', installFingerprint());
