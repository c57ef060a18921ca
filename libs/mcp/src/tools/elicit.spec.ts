import type { PendingPrompts } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { createElicitPrompts, type ElicitationAnswer, type ElicitParams } from './elicit.js';

const form = {
  id: 'form_1',
  at: '',
  expiresAt: '',
  workspaceId: 'ws_1',
  workspace: 'Shop',
  by: 'editor',
  requests: [{ id: 'rest_1', name: 'Buy', method: 'POST', url: 'http://shop/{{?City}}' }],
  prompts: [
    { label: 'City', isHidden: false, default: 'Oslo' },
    { label: 'Your name', isHidden: false },
  ],
  canKeep: false,
} as unknown as PendingPrompts;

const ask = async (asking: PendingPrompts, answer: ElicitationAnswer) => {
  const asked: ElicitParams[] = [];
  const outcome = await createElicitPrompts((params) => {
    asked.push(params);
    return Promise.resolve(answer);
  })(asking, new AbortController().signal);
  return { asked, outcome };
};

describe('the user of an MCP client', { tags: 'prompt:elicitation' }, () => {
  it('fills in a form with a field for each prompt', async () => {
    const content = { prompt1: 'Rome', prompt2: 'Ann' };
    const { asked, outcome } = await ask(form, { action: 'accept', content });
    expect(asked).toEqual([
      {
        message: expect.stringContaining('POST http://shop/{{?City}}') as string,
        requestedSchema: {
          type: 'object',
          properties: {
            prompt1: { type: 'string', title: 'City', default: 'Oslo' },
            prompt2: { type: 'string', title: 'Your name' },
          },
          required: ['prompt2'],
        },
      },
    ]);
    expect(outcome).toEqual({ values: { City: 'Rome', 'Your name': 'Ann' }, isKept: false });
  });

  it.each([
    ['decline', 'denied'],
    ['cancel', undefined],
  ])('may %s', async (action, wanted) => {
    expect((await ask(form, { action })).outcome).toBe(wanted);
  });

  it('is never asked for an answer that is hidden', async () => {
    const asking = { ...form, prompts: [{ label: 'password', isHidden: true }] };
    expect(await ask(asking, { action: 'accept', content: { prompt1: 'x' } })).toEqual({
      asked: [],
      outcome: undefined,
    });
  });
});
