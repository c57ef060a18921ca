import { struct, t } from '@tandem/core/codec';

/** An MCP client that has used the server since the server started. */
const StatusAgent = struct('an agent', {
  name: t.string,
  version: t.string,
  seenAt: t.string,
  lastCall: t.union([t.null, struct('a call', { tool: t.string, at: t.string })]),
});
export type StatusAgent = t.TypeOf<typeof StatusAgent>;

/** The content of the status bar: the addresses of this start, what is active now, and which agents use the MCP server. */
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
    /** The key of the tab that the next preview replaces. */
    preview: t.string,
  },
);

/** The choices of a person about the page, such as open tabs and the theme. */
export const Preferences = struct(
  'preferences of the page',
  {},
  {
    /** By workspace id. */
    tabs: t.record(t.string, OpenTabs),
    isListHidden: t.boolean,
    theme: t.keyof({ system: null, light: null, dark: null }),
    placement: t.keyof({ right: null, below: null }),
    /**
     * `savesFolder` writes changes in the app to the workspace folder automatically, and `watchesFolder` reads changed files. Both are on
     * unless they are set to false.
     */
    savesFolder: t.boolean,
    watchesFolder: t.boolean,
    /** The command that reads secrets, which contains `{name}`. Blank means that there is no command. */
    secretCommand: t.string,
    /** The keys that the person has chosen, by command. */
    shortcuts: t.record(t.string, t.string),
    /** The format in which requests were last copied. */
    copiedAs: t.string,
    /** The format in which requests were last exported. */
    exportedAs: t.string,
    /** The panels' shares of their group, by the name of the group; for `list`, the width in pixels. */
    layouts: t.record(t.string, t.record(t.string, t.number)),
  },
);
export type Preferences = t.TypeOf<typeof Preferences>;

/**
 * An open page resumes after a restart of its server. Both sides have a key that the page keeps in memory only, and each proves to the
 * other that it has it, so neither a foreign page nor a foreign server is accepted.
 */

/** The route with which a page resumes its session. */
export const resumePath = '/session/resume';

/** The message of the page: at first only its nonce, afterwards also its signature of the server's nonce. */
export const ResumeCall = struct('a resume call', { nonce: t.string }, { signature: t.string });

/** The server's first response. */
export const ResumeChallenge = struct('a resume challenge', { nonce: t.string, signature: t.string });

/** The server's response to the page's signature. */
export const ResumeAnswer = struct('a resume answer', { proof: t.string });

/**
 * Formats the text that each side signs. It includes the port, so that a program on another port cannot relay the
 * messages to Tandem.
 */
export const formatSignedMessage = (
  side: 'page' | 'server',
  port: number,
  nonces: { readonly page: string; readonly server: string },
): string => ['tandem resume', side, port, nonces.page, nonces.server].join('\n');
