/** What stands before the name of a variable of the process in a text, as in Bruno: `{{process.env.NAME}}`. */
export const processVariablePrefix = 'process.env.';
