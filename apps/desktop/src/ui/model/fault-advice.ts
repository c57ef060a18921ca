import type { FaultCode } from '@tandem/core';

const advice: Readonly<Record<FaultCode, string>> = {
  URL_MISSING: 'Give the request a URL.',
  URL_INVALID: 'Check the URL: it needs http:// or https:// and a host.',
  METHOD_INVALID: 'Check the method: it is one word without spaces.',
  HEADER_INVALID: 'Check the headers: a name has no spaces, a value no line breaks.',
  PATH_PARAM_MISSING: 'Give the path parameter a value, or switch it on.',
  UNRESOLVED_VARIABLE: 'Set the variable in the active environment, or correct its name.',
  VARIABLE_CYCLE: 'Break the circle: a variable must not lead back to itself.',
  BODY_INVALID: 'Check the body: after the variables are filled in it has to be valid.',
  FILE_REFUSED: 'Use a file inside the folder of the workspace.',
  FILE_NOT_FOUND: 'Check the path of the file; it is relative to the folder of the workspace.',
  NETWORK_ERROR: 'Check that the server runs and that the address is right.',
  TLS_ERROR: "Check the server's certificate.",
  TIMEOUT: 'The server took too long. Try again, or give the request a longer deadline.',
  TOO_MANY_REDIRECTS: 'The server redirects in a circle, or further than the request allows.',
  RESPONSE_TOO_LARGE: 'Ask the server for less, such as one page.',
  CANCELLED: 'You cancelled this run. Run it again when you like.',
  SCRIPT_ERROR: 'Correct the script; the message says where it failed.',
  SCRIPT_TIMEOUT: 'The script ran too long. Look for a loop that does not end.',
  SCRIPT_MEMORY: 'The script used too much memory. Look for something that grows without end.',
};

/** What a person can do about a fault. */
export const adviceFor = (code: FaultCode): string => advice[code];
