export { readCurl, type CurlFields, type CurlReading } from './curl-command.js';
export { curlCommands, type CurlCommandText } from './curl-commands.js';
