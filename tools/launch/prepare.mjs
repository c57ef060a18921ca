import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { must, root, say } from './say.mjs';
import { buildFingerprint, exclusively, installFingerprint, readStamp, writeStamp } from './stamps.mjs';

const isInstalled = () =>
  existsSync(join(root, 'node_modules')) && readStamp('installed') === installFingerprint();
const isBuilt = () => readStamp('built') === buildFingerprint();

/** Installs the packages if they are missing or were installed for another lock file or version of Node. */
export const install = () => {
  if (isInstalled()) return;
  exclusively(() => {
    if (isInstalled()) return;
    say('installing packages (npm ci; a few minutes the first time)');
    must('npm', ['ci', '--no-audit', '--no-fund']);
  });
};

/** Builds what has changed since the last build. */
export const build = () => {
  install();
  if (isBuilt()) return;
  exclusively(() => {
    if (isBuilt()) return;
    say('building');
    const fingerprint = buildFingerprint();
    must('npx', ['nx', 'run-many', '-t', 'build', 'build-ui', 'bundle', '--outputStyle=static'], {
      NX_DAEMON: 'false',
    });
    writeStamp('built', fingerprint);
  });
};
