/** The prompts that the model of the tests understands, and the answers that it gives. */
export const listPrompt = JSON.stringify({ list: true });
export const callPrompt = (tool, args) => JSON.stringify({ tool, arguments: args });
export const toolsIn = (answer) => JSON.parse(answer).tools;
export const resultIn = (answer) => JSON.parse(answer).result;

/** A driver for a library that asks a model: `ask` takes a prompt and returns the text of the last answer. */
export const driveAgent = (ask, close) => ({
  list: async () => toolsIn(await ask(listPrompt, { onProgress: () => undefined })),
  call: async (tool, args, options) => resultIn(await ask(callPrompt(tool, args), options)),
  close,
});
