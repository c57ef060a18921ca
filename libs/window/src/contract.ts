import { struct, t } from '@tandem/core/codec';

/** An MCP client that has used the server since it started. */
const StatusAgent = struct('an agent', {
  name: t.string,
  version: t.string,
  seenAt: t.string,
  lastCall: t.union([t.null, struct('a call', { tool: t.string, at: t.string })]),
});
export type StatusAgent = t.TypeOf<typeof StatusAgent>;

/** What the status bar shows: the addresses of this start, what is active now, and who uses the MCP server. */
export const Status = struct('the status', {
  version: t.string,
  mcp: t.string,
  echo: t.string,
  workspace: t.union([
    t.null,
    struct('the active workspace', { id: t.string, name: t.string, path: t.string }),
  ]),
  environment: t.union([t.null, t.string]),
  agents: t.readonlyArray(StatusAgent),
});
export type Status = t.TypeOf<typeof Status>;

const OpenTabs = struct(
  'open tabs',
  { open: t.readonlyArray(t.string) },
  {
    shown: t.union([t.string, t.undefined]),
    /** The tab that the next preview replaces. */
    preview: t.string,
  },
);

/** How a person has arranged the page. */
export const Preferences = struct(
  'preferences of the page',
  {},
  {
    /** By workspace id. */
    tabs: t.record(t.string, OpenTabs),
    isListHidden: t.boolean,
    theme: t.keyof({ system: null, light: null, dark: null }),
    placement: t.keyof({ right: null, below: null }),
    /** Whether the workspace folder is saved and loaded automatically; both are on unless set to false. */
    savesFolder: t.boolean,
    watchesFolder: t.boolean,
    /** The command that reads secrets, containing `{name}`; none if blank. */
    secretCommand: t.string,
    /** The keys that the person chose, by command. */
    shortcuts: t.record(t.string, t.string),
    /** The format in which requests were last copied. */
    copiedAs: t.string,
    /** The format in which requests were last exported. */
    exportedAs: t.string,
    /** Panel shares by group name; for `list`, the width in pixels. */
    layouts: t.record(t.string, t.record(t.string, t.number)),
  },
);
export type Preferences = t.TypeOf<typeof Preferences>;

/**
 * The page's second proof, in addition to the cookie: a browser sends the cookie to every port of this machine, but the proof only where
 * the page itself sends it.
 */

/** The header with the proof, in every request that needs the session. */
export const proofHeader = 'X-Tandem-Proof';

/** The protocol of the page's WebSocket. */
export const socketProtocol = 'tandem.v1';

const prefix = 'tandem.proof.';

/**
 * The WebSocket protocols that the page offers. One of them carries its proof, because a page cannot set headers. The server chooses the
 * first.
 */
export const toSocketProtocols = (proof: string): string[] => [socketProtocol, `${prefix}${proof}`];

/** The proof in a `Sec-WebSocket-Protocol` header; empty if there is none. */
export const parseProof = (header: string): string =>
  header
    .split(',')
    .map((protocol) => protocol.trim())
    .find((protocol) => protocol.startsWith(prefix))
    ?.slice(prefix.length) ?? '';

/**
 * How an open page resumes after a restart of its server. Both sides have a key that the page keeps in
 * memory only, and each proves to the other that it has it, so neither a foreign page nor a foreign server is
 * accepted.
 */

/** The route where a page resumes. */
export const resumePath = '/session/resume';

/** The route that gives the key to a reloaded page. */
export const keyPath = '/session/key';

/** What a page sends: first only its nonce, then also its signature of the server's nonce. */
export const ResumeCall = struct('a resume call', { nonce: t.string }, { signature: t.string });

/** The server's first response. */
export const ResumeChallenge = struct('a resume challenge', { nonce: t.string, signature: t.string });

/** The server's response to the page's signature. */
export const ResumeAnswer = struct('a resume answer', { proof: t.string });

/**
 * What each side signs. It includes the port, so that a program on another port cannot relay the messages to Tandem.
 */
export const formatSignedMessage = (
  side: 'page' | 'server',
  port: number,
  nonces: { readonly page: string; readonly server: string },
): string => ['tandem resume', side, port, nonces.page, nonces.server].join('\n');
