import { fromDesign, fromGuide } from './requirement.js';

/** What lets an agent do more with fewer calls. */
export const agents = {
  'agent:reference': fromDesign(
    'mcp#tools',
    'A request is named by its id, its path or a name that only it has; an error lists the ids of several, or near names.',
  ),
  'agent:forms': fromDesign(
    'mcp#tools',
    'A body may be written as the JSON that it holds, and pairs as an object of values by name; an error shows the right form by example.',
  ),
  'agent:apply': fromDesign(
    'mcp#tools',
    'requests_apply does many changes of requests in one transaction, or each for itself; later ones name what earlier ones created.',
  ),
  'agent:replace': fromDesign(
    'mcp#tools',
    'A text is replaced in the chosen fields of all requests and folders, with a dry run that says where.',
  ),
  'agent:copy': fromDesign('mcp#tools', 'A request is copied with everything it has, under a free name.'),
  'agent:edits': fromGuide(
    'scripts',
    'Parts of a script are replaced by text that occurs once in it; the answer is a unified diff, and an error has the lines of the others or a similar one.',
  ),
  'agent:foreign-names': fromDesign(
    'mcp#what-agents-know',
    'An error of a script about a name of another tool, such as pm or bru, says what it is called here.',
  ),
  'agent:docs': fromDesign(
    'mcp#what-agents-know',
    'The resources tandem://docs/scripts and tandem://docs/files are pages of the guides, and name everything that the types of scripts have.',
  ),
} as const;
