import type { Diagnostic, ExecutionFault, FaultCode } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

import type { Screen } from '../shell/screens.js';
import { splitFaultMessage } from './outcome.js';

/** A secret that was not sent because the destination is not among its hosts. */
interface RefusedSecret {
  readonly name: string;
  /** The host to which the secret was not sent; empty if the destination is not a host. */
  readonly host: string;
  /** Whether `secret` is the refused one, even if the host was added to its hosts afterwards. */
  readonly isOf: (secret: { readonly name: string; readonly hosts: readonly string[] }) => boolean;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Finds the secret that was not sent in the details of an error; undefined for other errors. */
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

/** An action with which a person can resolve an error or a warning, offered as a button beside it. */
export type ProblemAction =
  /** Opens a part of the request, and focuses a field. */
  | { readonly kind: 'part'; readonly part: string; readonly button: string; readonly field?: string }
  /** Opens another tab, and focuses a field. */
  | {
      readonly kind: 'screen';
      readonly screen: Screen;
      readonly button: string;
      readonly part?: string;
      readonly field?: string;
    }
  /** An action that depends on the details of the problem, such as the name of a secret. */
  | {
      readonly kind:
        | 'method'
        | 'url'
        | 'sendAgain'
        | 'variables'
        | 'secretValue'
        | 'secretHost'
        | 'unboundSecret'
        | 'dependency'
        | 'scriptSending'
        | 'script';
    };

const openPart = (part: string, button: string, field?: string): ProblemAction =>
  field === undefined ? { kind: 'part', part, button } : { kind: 'part', part, button, field };

const openScreen = (screen: Screen, button: string, field?: string): ProblemAction =>
  field === undefined ? { kind: 'screen', screen, button } : { kind: 'screen', screen, button, field };

const openParams = openPart('params', 'Open Params');
const openBody = openPart('body', 'Open the body');
const openAuth = openPart('auth', 'Open Auth');
const openTimeout = openPart('settings', 'Change the timeout', 'Timeout');
const openRedirects = openPart('settings', 'Change the redirects', 'Follow redirects');
const openEnvironments = openScreen('environments', 'Open Environments');
const openGuard = openScreen('trust', 'Show what agents may send', 'What agents may send');
const openConnections: ProblemAction = {
  kind: 'screen',
  screen: 'workspace',
  part: 'connections',
  button: 'Open Connections',
};
const openScript: ProblemAction = { kind: 'script' };
const editUrl: ProblemAction = { kind: 'url' };
const sendAgain: ProblemAction = { kind: 'sendAgain' };

/** The page's help for an error. */
interface FaultHelp {
  readonly advice: string;
  /** The actions that the advice recommends, the most likely one first. */
  readonly actions: readonly [ProblemAction, ...ProblemAction[]];
  /** If true, the advice in the error's message is for agents, who set arguments instead of fields. The page then shows its own advice. */
  readonly isForAgents?: true;
}

const helpByCode: Readonly<Record<FaultCode, FaultHelp>> = {
  URL_MISSING: { advice: 'Enter a URL.', actions: [editUrl], isForAgents: true },
  URL_INVALID: {
    advice: 'Check the URL: it needs http:// or https:// and a host.',
    actions: [editUrl],
  },
  METHOD_INVALID: {
    advice: 'Check the method: it is one word without spaces.',
    actions: [{ kind: 'method' }],
  },
  HEADER_INVALID: {
    advice: 'Check the headers: a name has no spaces, a value no line breaks.',
    actions: [openPart('headers', 'Open Headers')],
  },
  PATH_PARAM_MISSING: {
    advice: 'Give the path parameter a value, or enable it.',
    actions: [openParams],
    isForAgents: true,
  },
  UNRESOLVED_VARIABLE: {
    advice: 'Create the variable, or fix its name.',
    actions: [{ kind: 'variables' }],
    isForAgents: true,
  },
  ENV_FILE_INVALID: {
    advice: 'Correct the .env file next to opencollection.yml, and send again.',
    actions: [openScreen('folder', 'Show the folder'), sendAgain],
  },
  NEED_FAILED: {
    advice: 'Open the request that runs first, and see what went wrong there.',
    actions: [{ kind: 'dependency' }],
  },
  AUTH_UNSUPPORTED: {
    advice: 'Choose another type under Auth, or None to send without.',
    actions: [openAuth],
    isForAgents: true,
  },
  AUTH_FAILED: {
    advice: 'Check the fields under Auth; for OAuth 2.0, get a token there.',
    actions: [openAuth],
  },
  AUTH_INVALID: { advice: 'Correct it under Auth.', actions: [openAuth], isForAgents: true },
  SECRET_EMPTY: {
    advice: 'Give the secret a value under Environments, or choose an environment that has it.',
    actions: [{ kind: 'secretValue' }],
  },
  VARIABLE_CYCLE: {
    advice: 'Remove the cycle: a variable must not refer to itself.',
    actions: [openEnvironments],
  },
  BODY_INVALID: {
    advice: 'Check the body: it must be valid after its variables are replaced.',
    actions: [openBody],
  },
  FILE_REFUSED: { advice: 'Use a file inside the workspace folder.', actions: [openBody] },
  FILE_NOT_FOUND: {
    advice: 'Check the path of the file; it is relative to the workspace folder.',
    actions: [openBody],
  },
  NETWORK_ERROR: {
    advice: 'Check that the server is running and that the address is right.',
    actions: [sendAgain, editUrl],
  },
  TLS_ERROR: { advice: "Check the server's certificate.", actions: [openConnections] },
  PROXY_ERROR: {
    advice: 'Check the proxy under Connections in the workspace settings.',
    actions: [openConnections],
  },
  CONNECTION_NOT_APPROVED: {
    advice: 'Review it under Trust, and agree to it there if you recognize it.',
    actions: [openScreen('trust', 'Review new connections', 'New connections')],
    isForAgents: true,
  },
  TLS_UNVERIFIED_REFUSED: {
    advice: 'Add the CA of the server under Connections in the workspace settings, and turn verification on.',
    actions: [openConnections],
    isForAgents: true,
  },
  TIMEOUT: {
    advice: 'The server took too long. Try again, or increase the timeout of the request.',
    actions: [sendAgain, openTimeout],
    isForAgents: true,
  },
  TOO_MANY_REDIRECTS: {
    advice: 'The server redirects in a loop, or more often than the request allows.',
    actions: [openRedirects],
    isForAgents: true,
  },
  OWN_SERVER_REFUSED: {
    advice: 'Send to another server; Tandem does not send requests to itself.',
    actions: [editUrl],
    isForAgents: true,
  },
  SECRET_HOST_REFUSED: {
    advice:
      'If the secret belongs there, add the host with the button below. Otherwise check where the request goes.',
    actions: [{ kind: 'secretHost' }],
    isForAgents: true,
  },
  GUARD_DENIED: {
    advice: 'Change the guard of the environment under Trust, or send with another environment.',
    actions: [openGuard],
    isForAgents: true,
  },
  APPROVAL_NEEDED: {
    advice: 'Keep the window open, and answer when it asks.',
    actions: [sendAgain],
    isForAgents: true,
  },
  RATE_LIMITED: {
    advice: 'Wait a little, or change the limit in the guard of the environment under Trust.',
    actions: [openGuard],
    isForAgents: true,
  },
  RESPONSE_TOO_LARGE: { advice: 'Request less data, such as one page.', actions: [openParams] },
  BUSY: {
    advice: 'Other runs are reading large responses. Try again when they have finished.',
    actions: [sendAgain],
    isForAgents: true,
  },
  CANCELLED: {
    advice: 'This run was cancelled, or its page was closed or reloaded. Send the request again to retry.',
    actions: [sendAgain],
  },
  SKIPPED: {
    advice: 'Its script called run.skip. Change the script to send the request.',
    actions: [openScript],
  },
  SCRIPT_ERROR: { advice: 'Fix the script; the message says where it failed.', actions: [openScript] },
  SCRIPT_TIMEOUT: { advice: 'The script ran too long. Look for an endless loop.', actions: [openScript] },
  SCRIPT_HOST_ENDED: {
    advice: 'Send the request again. If it happens again, free some memory.',
    actions: [sendAgain],
  },
  SCRIPT_MEMORY: {
    advice: 'The script used too much memory. Look for data that grows without limit.',
    actions: [openScript],
  },
};

/** The actions for warnings, by their code. Other warnings need no action. */
const actionsByDiagnostic: Readonly<Record<string, readonly ProblemAction[]>> = {
  BODY_NOT_JSON: [openBody],
  COOKIES_OFF: [openPart('settings', 'Open Settings', 'Cookies')],
  ENVIRONMENT_BASE_CYCLE: [openEnvironments],
  ENVIRONMENT_BASE_MISSING: [openEnvironments],
  GRAPHQL_INVALID: [openBody],
  HANDLER_UNKNOWN: [openScript],
  NO_ACTIVE_ENVIRONMENT: [openEnvironments],
  NTLM_NOT_OFFERED: [openAuth],
  PATH_PARAM_UNUSED: [openParams],
  REDIRECT_NOT_FOLLOWED: [openRedirects],
  SCRIPT_NOT_APPROVED: [openScreen('trust', 'Review new scripts', 'New scripts')],
  SCRIPT_NO_EXPORT: [openScript],
  SCRIPT_NO_HANDLER: [openScript],
  SCRIPT_REQUESTS_OFF: [{ kind: 'scriptSending' }],
  SECRET_COMMAND_FAILED: [openScreen('settings', 'Open the secret command', 'Secret command')],
  SECRET_NOT_CONFIRMED: [openScreen('trust', 'Decide about its value', 'External values')],
  SECRET_SHADOWED: [openEnvironments],
  SECRET_TOO_SHORT: [openEnvironments],
  SECRET_UNBOUND: [{ kind: 'unboundSecret' }],
  TIMER_PENDING: [openScript],
  TLS_NOT_VERIFIED: [openPart('settings', 'Open Settings', 'Verify certificates')],
  TOKEN_NOT_FETCHED: [openAuth],
  TOKEN_REFUSED: [openAuth],
};

/** Warnings that explain why a script failed, so that their actions belong to the error of the script, too. */
const scriptFailureCauses: readonly string[] = ['SCRIPT_NOT_APPROVED', 'SCRIPT_REQUESTS_OFF'];

/** Lists the actions for an error or a warning; empty for a code that only another version of Tandem knows. */
export const listProblemActions = (code: string): readonly ProblemAction[] =>
  getOwnValue(actionsByDiagnostic, code) ?? getOwnValue<FaultHelp>(helpByCode, code)?.actions ?? [];

type CodedFault = Pick<ExecutionFault, 'code'>;
type CodedDiagnostic = Pick<Diagnostic, 'code'>;

/** Finds the codes of the warnings that explain why a script failed. */
export const findFailureCauses = (
  { code }: CodedFault,
  diagnostics: readonly CodedDiagnostic[],
): readonly string[] =>
  code === 'SCRIPT_ERROR'
    ? scriptFailureCauses.filter((cause) => diagnostics.some((one) => one.code === cause))
    : [];

/** Lists the actions for an error. The actions for warnings that made its script fail come first. */
export const listFaultActions = (
  fault: CodedFault,
  diagnostics: readonly CodedDiagnostic[],
): readonly ProblemAction[] =>
  [...findFailureCauses(fault, diagnostics), fault.code].flatMap(listProblemActions);

/** The advice for a response whose body is incomplete. */
const truncatedBodyAdvice =
  'What arrived is below. Send the request again, or look for the reason in the server’s log.';

/** Describes what happened and what a person can do about it: the advice in the message, or the page's own advice. */
export const describeFault = (
  fault: Pick<ExecutionFault, 'code' | 'message'>,
  hasResponse = false,
): { readonly what: string; readonly advice: string } => {
  const { code } = fault;
  const { what, advice } = splitFaultMessage(fault);
  const help = helpByCode[code];
  if (advice === undefined)
    return { what, advice: hasResponse && code === 'NETWORK_ERROR' ? truncatedBodyAdvice : help.advice };
  return { what, advice: help.isForAgents === true ? help.advice : advice };
};

/** Advice for persons that replaces the last sentence of a diagnostic, which is advice for agents. */
const diagnosticAdvice: Readonly<Record<string, string>> = {
  SCRIPT_REQUESTS_OFF: 'You can allow it under Trust.',
  SCRIPT_NOT_APPROVED: 'Look at them with “Review new scripts”, and approve them there.',
};

/** Describes a diagnostic for a person. */
export const describeDiagnostic = ({ code, message }: Pick<Diagnostic, 'code' | 'message'>): string => {
  const own = getOwnValue(diagnosticAdvice, code);
  return own === undefined ? message : message.replace(/(?<=[.!?] )[A-Z][^.!?]*[.!?]$/, own);
};
