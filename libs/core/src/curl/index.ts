export { readCurl, type CurlFields, type CurlReading } from './curl-command.js';
export { splitCurlCommands, type CurlCommandText } from './curl-commands.js';
