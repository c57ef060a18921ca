import { fromDesign } from './requirement.js';

/** What every request passes before it leaves: hosts of secrets, and the rules for agents. */
export const guard = {
  'secrets:short': fromDesign(
    'secrets#in-which-forms',
    'A secret with fewer than four characters is not hidden, which a diagnostic says.',
  ),
  'send:guard': fromDesign(
    'guard#every-request-passes-it',
    'A guard is asked before each request that leaves, as it goes out: redirects, answers to challenges, tokens and those of scripts.',
  ),
  'secrets:hosts': fromDesign(
    'guard#hosts-of-secrets',
    'A request that holds a secret with hosts, in any form that is hidden, or a signature that its auth made with it, goes to these hosts only, however it gets elsewhere.',
  ),
  'secrets:hosts:pattern': fromDesign(
    'guard#hosts-of-secrets',
    'A pattern is a host or *.domain, with a port, any port, or the usual one.',
  ),
  'secrets:hosts:person': fromDesign(
    'guard#hosts-of-secrets',
    'Only a person in the window can widen the hosts of a secret.',
  ),
  'send:guard:every': fromDesign(
    'guard#every-request-passes-it',
    'Nothing opens an outgoing connection to a host of a request except the transport.',
  ),
  'guard:rules': fromDesign(
    'guard#rules-of-an-environment',
    'The first rule of an environment that matches method and host says whether an agent may send a request, has to ask, or may not; what a production environment allows is GET, HEAD and OPTIONS.',
  ),
  'guard:hosts': fromDesign(
    'guard#rules-of-an-environment',
    'A rule names hosts as URLs have them; every form of the address of this machine is one host.',
  ),
  'guard:legs': fromDesign(
    'guard#rules-of-an-environment',
    'Every host that gets a request or that it names is judged: of its URL, of its Host header, of its proxy; every name and address of this machine is one host.',
  ),
  'guard:override': fromDesign(
    'guard#rules-of-an-environment',
    'A method that a request asks its server to take, by a header, its query or a form, in any spelling, is judged as its own.',
  ),
  'guard:loosens': fromDesign(
    'guard#rules-of-an-environment',
    'A guard loosens another one if any request is let through that was not, whatever the rules look like.',
  ),
  'guard:files': fromDesign(
    'guard#rules-of-an-environment',
    'The file of an environment has its guard. What tightens it there counts at once; what loosens it waits for a person in the window, and the guard in force stays.',
  ),
  'guard:kept': fromDesign(
    'guard#rules-of-an-environment',
    'A guard stays with its environment when that is copied, renamed, deleted and restored, or when its file goes and comes back.',
  ),
  'guard:copies': fromDesign(
    'guard#rules-of-an-environment',
    'A request that holds a secret of a guarded environment, in any form that is hidden, is judged by its guard too, wherever the value was copied to.',
  ),
  'guard:person': fromDesign(
    'guard#rules-of-an-environment',
    'Only a person at the window changes a guard: no tool, import, undo or script does.',
  ),
  'guard:sends': fromDesign(
    'guard#every-request-passes-it',
    'Every request is judged as it goes out: after scripts, at each redirect, those that scripts send, and those for tokens; a refused one does not leave.',
  ),
  'guard:per-minute': fromDesign(
    'guard#every-request-passes-it',
    'The requests of all agents with an environment are counted over a minute; the error says when to try again.',
  ),
  'trust:connections': fromDesign(
    'guard#settings-that-decide-who-can-read-what-is-sent',
    'A proxy, a CA, a client certificate or a switched off verification that an agent, an import or a file has set is not in force until a person agrees to its content in the window; until then nothing is sent that it would concern.',
  ),
  'trust:unverified': fromDesign(
    'guard#settings-that-decide-who-can-read-what-is-sent',
    'Without verification no secret with hosts is sent, and nothing with an environment for production.',
  ),
  'trust:connections:report': fromDesign(
    'guard#settings-that-decide-who-can-read-what-is-sent',
    'The command line trusts its checkout and its flags, and each report says by which of these settings others could read what was sent.',
  ),
  'guard:who': fromDesign(
    'guard#every-request-passes-it',
    'Rules hold for agents and scripts from outside. A person is asked once a session before something changes in production, and the command line is not limited.',
  ),
  'approval:answers': fromDesign(
    'guard#how-a-person-is-asked',
    'A question shows who asks and the request as it would go out, without secrets; it is allowed once, for the session as it is, or denied.',
  ),
  'approval:ends': fromDesign(
    'guard#how-a-person-is-asked',
    'A question ends with an answer in any window, with its call, after two minutes (TANDEM_APPROVAL_MS), or before a client without progress gives up; nothing is sent then.',
  ),
  'approval:alone': fromDesign(
    'guard#how-a-person-is-asked',
    'Without a window the client of the agent asks its user, if it can; otherwise the call ends with APPROVAL_NEEDED, which says what would have been sent.',
  ),
  'guard:window': fromDesign(
    'guard#how-a-person-is-asked',
    'The window edits guards, confirms looser ones from files, asks in every open page with a mark in the title, and has a frame in the color of the active environment.',
  ),
} as const;
