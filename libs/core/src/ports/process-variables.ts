/** The prefix of a process environment variable in text, as in Bruno: `{{process.env.NAME}}`. */
export const processVariablePrefix = 'process.env.';
