/** The schema of the MCP registry; `server.schema.json` is a copy of it. */
const schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/**
 * The description of the server for the MCP registry, which starts the npm package.
 * @param {Record<string, any>} manifest of the package
 */
export const createServerJson = ({ mcpName, name, version, repository }) => ({
  $schema: schema,
  name: mcpName,
  title: 'Tandem',
  description: 'A local API workbench: saved requests, environments, tests and runs for you and your agent',
  version,
  ...(repository === undefined
    ? {}
    : { repository: { url: repository.url.replace(/^git\+|\.git$/g, ''), source: 'github' } }),
  packages: [
    {
      registryType: 'npm',
      registryBaseUrl: 'https://registry.npmjs.org',
      identifier: name,
      version,
      runtimeHint: 'npx',
      transport: { type: 'stdio' },
      packageArguments: [
        { type: 'positional', value: 'mcp' },
        { type: 'positional', value: '--stdio' },
      ],
      environmentVariables: [
        {
          name: 'TANDEM_DATA_DIR',
          description: 'The data folder, if it is not the default one',
          isRequired: false,
        },
      ],
    },
  ],
});
