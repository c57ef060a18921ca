import { fromDesign } from './requirement.js';

/** What is kept and sent of cookies. */
export const cookies = {
  'cookies:rules': fromDesign(
    'store#cookies-and-tokens',
    'A cookie is kept and sent as RFC 6265bis and the public suffix list say.',
  ),
  'cookies:hops': fromDesign(
    'store#cookies-and-tokens',
    'Every hop of an execution sends the cookies of the jar and stores those of its response.',
  ),
  'cookies:kept': fromDesign(
    'store#cookies-and-tokens',
    'Each workspace and environment keeps its cookies in the database and not in its folder.',
  ),
  'cookies:parallel': fromDesign(
    'store#cookies-and-tokens',
    'An execution stores only the cookies that it has changed.',
  ),
  'cookies:joined': fromDesign(
    'store#cookies-and-tokens',
    'A Cookie header of the request is joined with the cookies of the jar; its names win.',
  ),
  'cookies:off': fromDesign(
    'store#cookies-and-tokens',
    'With settings.cookies false nothing of the jar is sent and nothing is stored.',
  ),
  'cookies:changes': fromDesign(
    'store#cookies-and-tokens',
    'A change of a jar is published with its workspace and environment, and with nothing of what is in it.',
  ),
  'cookies:session': fromDesign(
    'store#cookies-and-tokens',
    'Session cookies end when the application starts if the workspace says so in connections.sessionCookies.',
  ),
  'cookies:hidden': fromDesign(
    'store#cookies-and-tokens',
    'An agent sees the values of cookies that its own executions received; others are hidden as ‹cookie:name›.',
  ),
  'cookies:bounded': fromDesign(
    'imports#reading-and-storing-are-apart',
    'What a server calls a cookie or a token hides nothing in another workspace, nothing that people write or have saved, and no word or address.',
  ),
  'cookies:scripts': fromDesign(
    'scripts#our-interface',
    'Scripts read, set and delete cookies by URL: changes of onRequest go out with the request, those of onTest are dropped.',
  ),
  'cookies:scripts:agents': fromDesign(
    'scripts#our-interface',
    'A script that runs for an agent gets ‹cookie:name› for a value that the agent did not receive.',
  ),
};
