interface Repository {
  readonly type: string;
  readonly url: string;
}

/** The description of the server for the MCP registry, which starts the npm package. */
export declare const createServerJson: (manifest: {
  readonly mcpName: string;
  readonly name: string;
  readonly version: string;
  readonly repository?: Repository;
}) => { readonly name: string; readonly repository?: { readonly url: string; readonly source: string } };
