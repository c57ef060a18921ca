import { join } from 'node:path';

import { install } from './install.mjs';
import { runOrExit, say } from './say.mjs';
import { buildFingerprint, runExclusively, readStamp, writeStamp } from './stamps.mjs';

const isBuilt = () => readStamp('built') === buildFingerprint();

/**
 * Builds what has changed since the last build, and installs the required packages.
 * @param {{ mayInstall?: boolean }} [options] see `install`
 */
export const build = (options) => {
  install(options);
  if (isBuilt()) return;
  runExclusively(() => {
    if (isBuilt()) return;
    say('building');
    const fingerprint = buildFingerprint();
    runOrExit('node', [join('tools', 'launch', 'build.mjs')]);
    writeStamp('built', fingerprint);
  });
};
