import { type RpcClient, RpcRefusal } from '@tandem/rpc';

import type { Prompt } from '../catalogue/catalogue.js';

const id = { name: 'id', description: 'Id of a saved REST request', required: true } as const;
const workspaceId = {
  name: 'workspaceId',
  description: 'Workspace id, name, path or folder name; the active workspace if omitted',
  required: false,
} as const;

type Arguments = Readonly<Record<string, string>>;

/** Treats an empty workspace as missing, because a client that shows a form sends an empty string for a field left blank. */
const pickWorkspaceId = ({ workspaceId = '' }: Arguments) => (workspaceId === '' ? {} : { workspaceId });

const requestPhrase = (args: Arguments): string => {
  const { workspaceId: workspace } = pickWorkspaceId(args);
  return `the REST request ${args.id ?? ''}${workspace === undefined ? '' : ` of the workspace ${workspace}`}`;
};

/** Refuses the prompt if its request does not exist, before an agent starts to work. */
const refuseMissingRequest =
  (client: RpcClient): NonNullable<Prompt['refuse']> =>
  async (args, options) => {
    try {
      await client.callByName('rest_get', { id: args.id, ...pickWorkspaceId(args) }, options);
      return undefined;
    } catch (error) {
      if (!(error instanceof RpcRefusal)) throw error;
      const { message, hint } = error.error;
      return hint === undefined ? message : `${message} ${hint}`;
    }
  };

const prompts: readonly Prompt[] = [
  {
    name: 'test_request',
    title: 'Write tests for a request',
    description: 'Executes a saved request and writes tests for it.',
    arguments: [id, workspaceId],
    text: (args) =>
      [
        `Write tests for ${requestPhrase(args)} in Tandem.`,
        'Read it with rest_get and execute it with rest_execute to see the response.',
        'Then write an exported onTest(req, res) with test(name, fn) and expect(value): the status, the content type and',
        'those parts of the body that must be the same in every response, but no value that changes between responses.',
        'Keep the handlers that its script has. Try the script out as the argument script of rest_execute, save it with',
        'rest_update_script when all tests pass, and summarise what they check.',
      ].join('\n'),
  },
  {
    name: 'debug_request',
    title: 'Find out why a request fails',
    description: 'Executes a saved request and explains what is wrong with it.',
    arguments: [id, workspaceId],
    text: (args) =>
      [
        `Find out why ${requestPhrase(args)} in Tandem does not work as expected.`,
        'Read it with rest_get and execute it with rest_execute. Look at error, at diagnostics, at the logs of its script',
        'and at the response; environments_list says which variables and secrets there are.',
        'Explain the cause in a few sentences. Try corrected variables, pathParams, queryParams or a corrected script in rest_execute,',
        'where they apply to that call only, and ask before you change what is saved.',
      ].join('\n'),
  },
];

/** Creates the prompts that clients offer to their users, often as commands. */
export const createPrompts = (client: RpcClient): readonly Prompt[] =>
  prompts.map((prompt) => ({ ...prompt, refuse: refuseMissingRequest(client) }));
