const least = [20, 19];

/** Ends the process with one line if this version of Node is too old. */
export const checkNode = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > least[0] || (major === least[0] && minor >= least[1])) return;
  process.stderr.write(`tandem: Node ${process.versions.node} is too old; 20.19 or newer is needed\n`);
  process.exit(2);
};
