import { runProgram } from './command-line.mjs';
import { textOf } from './sdk-client.mjs';

/** The command line of the MCP Inspector, which connects for each call. By default it does not negotiate 2026-07-28. */
export const connect = async ({ packages, url }) => {
  // The Inspector derives the transport from the path.
  const server = new URL('/mcp', url).href;
  const run = async (args, options) =>
    JSON.parse(
      await runProgram(
        packages,
        '@modelcontextprotocol/inspector/clients/launcher/build/index.js',
        ['--cli', server, '--protocol-era', 'auto', ...args],
        options,
      ),
    );
  const list = async () => (await run(['--method', 'tools/list'])).tools.map(({ name }) => name);
  await list();
  return {
    list,
    call: async (tool, args, { signal }) =>
      textOf(
        await run(['--method', 'tools/call', '--tool-name', tool, '--tool-args-json', JSON.stringify(args)], {
          signal,
        }),
      ),
    close: () => undefined,
  };
};
