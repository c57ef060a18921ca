import { runProgram } from './command-line.mjs';

/** mcporter's command line, which connects for each call. */
export const connect = async ({ packages, url }) => {
  const run = (args, options) => runProgram(packages, 'mcporter/dist/cli.js', args, options);
  const server = ['--http-url', new URL('/mcp', url).href, '--allow-http'];
  const list = async () => JSON.parse(await run(['list', ...server, '--json'])).tools.map(({ name }) => name);
  await list();
  return {
    list,
    call: (tool, args, { signal }) =>
      run(['call', ...server, '--tool', tool, '--args', JSON.stringify(args), '--output', 'text'], {
        signal,
      }),
    close: () => undefined,
  };
};
