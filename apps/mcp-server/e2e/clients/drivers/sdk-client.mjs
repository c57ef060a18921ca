/** The text of a result, as the libraries show it to a model. */
export const textOf = ({ content }) => content.map(({ text = '' }) => text).join('\n');

/** A driver for a connected client of the official SDK, version 1. */
export const driveSdk1 = (client) => ({
  list: async () => (await client.listTools()).tools.map(({ name }) => name),
  call: async (name, args, { signal, onProgress }) =>
    textOf(
      await client.callTool({ name, arguments: args }, undefined, {
        signal,
        onprogress: ({ message }) => onProgress(message),
      }),
    ),
  close: () => client.close(),
});

export const clientInfo = { name: 'tandem-clients', version: '1' };
