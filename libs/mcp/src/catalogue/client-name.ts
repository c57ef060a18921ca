/** How much of a name is taken, in UTF-16 units. */
const longest = 60;

/** Names that mean somebody else: a client that calls itself so is no more than an agent. */
const taken: readonly string[] = ['window', 'mcp'];

/** What changes by a client are told as made by: the name of its `initialize`, in one short line. */
export const clientName = (client: { readonly name?: unknown } | undefined): { readonly by?: string } => {
  const name = typeof client?.name === 'string' ? client.name.replace(/\s+/g, ' ').trim() : '';
  return name === '' || taken.includes(name.toLowerCase()) ? {} : { by: name.slice(0, longest) };
};
