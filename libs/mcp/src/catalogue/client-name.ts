/** Maximum length of a recorded name, in UTF-16 units. */
const maxNameLength = 60;

/** Names that Tandem itself uses for authors. A client with one of them is recorded as `agent`. */
const reservedNames: readonly string[] = ['window', 'mcp'];

/** The author of a client's changes: the name that it sent in `initialize`, on one line and shortened. */
export const toClientName = (client: { readonly name?: unknown } | undefined): { readonly by?: string } => {
  const name = typeof client?.name === 'string' ? client.name.replace(/\s+/g, ' ').trim() : '';
  return name === '' || reservedNames.includes(name.toLowerCase())
    ? {}
    : { by: name.slice(0, maxNameLength) };
};
