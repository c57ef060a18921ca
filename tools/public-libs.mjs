/** The libraries that other internal tools import: each has a page of reference, an example and a package. */
export const publicLibs = [
  'core',
  'application',
  'scripting',
  'transport',
  'echo',
  'rpc',
  'mcp',
  'workbench',
];
