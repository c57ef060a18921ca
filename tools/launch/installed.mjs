import { installFingerprint, writeStamp } from './stamps.mjs';

// Runs after every `npm ci` and `npm install`: what is installed now need not be installed again by `npm start`.
writeStamp('installed', installFingerprint());
