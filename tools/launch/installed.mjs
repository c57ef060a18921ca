import { writeInstallStamp } from './stamps.mjs';

// npm runs this after every `npm ci` and `npm install`, so that `npm start` does not install again.
writeInstallStamp();
