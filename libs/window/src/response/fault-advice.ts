import type { Diagnostic, ExecutionFault, FaultCode } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

import { splitFaultMessage } from './outcome.js';

/** A secret that was not sent because the destination is not among its hosts. */
interface RefusedSecret {
  readonly name: string;
  /** The host that the secret was not sent to; empty if the destination is not a host. */
  readonly host: string;
  /** Whether this is the given stored secret, even after the host was added to it. */
  readonly isOf: (secret: { readonly name: string; readonly hosts: readonly string[] }) => boolean;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** The secret that was not sent, according to an error's details; undefined for other errors. */
export const parseRefusedSecret = ({
  code,
  details,
}: Pick<ExecutionFault, 'code' | 'details'>): RefusedSecret | undefined => {
  if (code !== 'SECRET_HOST_REFUSED') return undefined;
  const { secret, host, hosts } = (details ?? {}) as Readonly<Record<string, unknown>>;
  if (!isText(secret) || !isText(host) || !Array.isArray(hosts)) return undefined;
  const before = new Set(hosts.filter(isText));
  return {
    name: secret,
    host,
    isOf: (one) =>
      one.name === secret && before.size > 0 && [...before].every((known) => one.hosts.includes(known)),
  };
};

const adviceByCode: Readonly<Record<FaultCode, string>> = {
  URL_MISSING: 'Enter a URL.',
  URL_INVALID: 'Check the URL: it needs http:// or https:// and a host.',
  METHOD_INVALID: 'Check the method: it is one word without spaces.',
  HEADER_INVALID: 'Check the headers: a name has no spaces, a value no line breaks.',
  PATH_PARAM_MISSING: 'Give the path parameter a value, or enable it.',
  UNRESOLVED_VARIABLE: 'Set the variable in the active environment, or fix its name.',
  ENV_FILE_INVALID: 'Correct the .env file next to opencollection.yml, and send again.',
  NEED_FAILED: 'Open the request that runs first, and see what went wrong there.',
  AUTH_UNSUPPORTED: 'Choose another type under Auth, or None to send without.',
  AUTH_FAILED: 'Check the fields under Auth; for OAuth 2.0, get a token there.',
  AUTH_INVALID: 'Correct it under Auth.',
  SECRET_EMPTY: 'Give the secret a value under Environments, or choose an environment that has it.',
  VARIABLE_CYCLE: 'Remove the cycle: a variable must not refer to itself.',
  BODY_INVALID: 'Check the body: it must be valid after its variables are replaced.',
  FILE_REFUSED: 'Use a file inside the workspace folder.',
  FILE_NOT_FOUND: 'Check the path of the file; it is relative to the workspace folder.',
  NETWORK_ERROR: 'Check that the server is running and that the address is right.',
  TLS_ERROR: "Check the server's certificate.",
  PROXY_ERROR: 'Check the proxy under Connections in the workspace settings.',
  CONNECTION_NOT_APPROVED: 'Review it under Folder, and agree to it there if you recognize it.',
  TLS_UNVERIFIED_REFUSED:
    'Add the CA of the server under Connections in the workspace settings, and turn verification on.',
  TIMEOUT: 'The server took too long. Try again, or increase the timeout of the request.',
  TOO_MANY_REDIRECTS: 'The server redirects in a loop, or more often than the request allows.',
  OWN_SERVER_REFUSED: 'Send to another server; Tandem does not send requests to itself.',
  SECRET_HOST_REFUSED:
    'If the secret belongs there, add the host with the button below. Otherwise check where the request goes.',
  GUARD_DENIED: 'Change the guard of the environment under Environments, or send with another environment.',
  APPROVAL_NEEDED: 'Keep the window open, and answer when it asks.',
  RATE_LIMITED: 'Wait a little, or change the limit in the guard of the environment under Environments.',
  RESPONSE_TOO_LARGE: 'Request less data, such as one page.',
  BUSY: 'Other runs are reading large responses. Try again when they have finished.',
  CANCELLED: 'You cancelled this run. Send the request again to retry.',
  SKIPPED: 'Its script called run.skip. Change the script to send the request.',
  SCRIPT_ERROR: 'Fix the script; the message says where it failed.',
  SCRIPT_TIMEOUT: 'The script ran too long. Look for an endless loop.',
  SCRIPT_HOST_ENDED: 'Send the request again. If it happens again, free some memory.',
  SCRIPT_MEMORY: 'The script used too much memory. Look for data that grows without limit.',
};

/** Errors whose messages advise agents, which have arguments instead of fields. */
const codesWithAgentAdvice: readonly FaultCode[] = [
  'URL_MISSING',
  'PATH_PARAM_MISSING',
  'UNRESOLVED_VARIABLE',
  'AUTH_UNSUPPORTED',
  'AUTH_INVALID',
  'TIMEOUT',
  'TOO_MANY_REDIRECTS',
  'BUSY',
  'OWN_SERVER_REFUSED',
  'SECRET_HOST_REFUSED',
  'CONNECTION_NOT_APPROVED',
  'TLS_UNVERIFIED_REFUSED',
  'GUARD_DENIED',
  'APPROVAL_NEEDED',
  'RATE_LIMITED',
];

/** The advice if the server responded and only the rest of the body is missing. */
const truncatedBodyAdvice =
  'What arrived is below. Send the request again, or look for the reason in the server’s log.';

/** What happened, and what a person can do about it: the advice in the message, or the page's advice if there is none. */
export const describeFault = (
  fault: Pick<ExecutionFault, 'code' | 'message'>,
  hasResponse = false,
): { readonly what: string; readonly advice: string } => {
  const { code } = fault;
  const { what, advice } = splitFaultMessage(fault);
  if (advice === undefined)
    return {
      what,
      advice: hasResponse && code === 'NETWORK_ERROR' ? truncatedBodyAdvice : adviceByCode[code],
    };
  return { what, advice: codesWithAgentAdvice.includes(code) ? adviceByCode[code] : advice };
};

/** What a person can do about a diagnostic whose last sentence is advice for agents. */
const diagnosticAdvice: Readonly<Record<string, string>> = {
  SCRIPT_NOT_APPROVED: 'Look at them with “Review new scripts”, and approve them there.',
};

/** A diagnostic in words for a person. */
export const describeDiagnostic = ({ code, message }: Pick<Diagnostic, 'code' | 'message'>): string => {
  const own = getOwnValue(diagnosticAdvice, code);
  return own === undefined ? message : message.replace(/(?<=[.!?] )[A-Z][^.!?]*[.!?]$/, own);
};
