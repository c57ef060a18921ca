/** Maximum length of a recorded name, in UTF-16 units. */
const maxNameLength = 60;

/** Reserved names. A client that uses one is recorded as `agent`. */
const reservedNames: readonly string[] = ['window', 'mcp'];

/** The author of a client's changes: the name from its `initialize`, on one line and shortened. */
export const toClientName = (client: { readonly name?: unknown } | undefined): { readonly by?: string } => {
  const name = typeof client?.name === 'string' ? client.name.replace(/\s+/g, ' ').trim() : '';
  return name === '' || reservedNames.includes(name.toLowerCase())
    ? {}
    : { by: name.slice(0, maxNameLength) };
};
