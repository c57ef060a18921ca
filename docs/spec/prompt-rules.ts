import { fromDesign } from './requirement.js';

const design = 'execution#prompts';

/** Values that a person is asked for when a request is sent. */
export const prompts = {
  'prompt:syntax': fromDesign(
    design,
    'A prompt is {{?Label}}, {{?Label:default}} or {{?Label!}}, whose answer is hidden; a question mark elsewhere is none.',
  ),
  'prompt:asks-once': fromDesign(
    design,
    'The prompts of a request, of the variables it refers to and of its dependencies are asked in one form before anything is sent.',
  ),
  'prompt:kept': fromDesign(
    design,
    'Kept answers are used again until the session of the caller ends; a hidden one never for an agent.',
  ),
  'prompt:agents': fromDesign(
    design,
    "A person answers the prompts of an agent's call, and the agent sees a mark in place of a hidden answer; where nobody can be asked, PROMPT_NEEDED names the labels.",
  ),
  'prompt:runs': fromDesign(
    design,
    'A run asks once for the prompts of all its requests; rows may have answers.',
  ),
  'prompt:dry-run': fromDesign(design, 'A dry run asks nobody and shows a mark for each answer.'),
  'prompt:command': fromDesign(
    design,
    'tandem run takes --prompt, asks on a terminal, and else ends with code 2 and names what is missing, with nothing sent.',
  ),
  'prompt:elicitation': fromDesign(
    design,
    'Without a window, the user of an MCP client is asked with a form, but never for a hidden answer.',
  ),
  'prompt:window': fromDesign(
    design,
    'The window asks for all prompts of an execution or run in one dialog.',
  ),
  'prompt:bruno': fromDesign(design, 'What is a prompt in Bruno is one here, under the same label.'),
} as const;
