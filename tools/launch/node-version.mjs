import { say } from './say.mjs';

const minVersion = [20, 19];

/** The first major version that still gets security fixes. */
const minSupportedMajor = 22;

/** Ends the process with one line if this version of Node is too old. */
export const checkNode = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > minVersion[0] || (major === minVersion[0] && minor >= minVersion[1])) return;
  process.stderr.write(`tandem: Node ${process.versions.node} is too old; 20.19 or newer is needed\n`);
  process.exit(2);
};

/** Recommends another Node if this one no longer gets security fixes. */
export const recommendNode = () => {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < minSupportedMajor)
    say(
      `Node ${major} no longer gets security fixes, which matters if you run scripts that you did not write. Use Node 22 or 24`,
    );
};
