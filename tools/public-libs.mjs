/** The libraries that other internal tools import. Each has a reference page, an example and a package. */
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
