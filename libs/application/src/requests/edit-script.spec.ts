import { E } from '@tandem/core/fp';
import { describe as sentence } from '@tandem/core';
import { unwrapResult } from '@tandem/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';

import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';
import type { ScriptEdit } from './edit-script.js';
import type { UpdateRestScript } from './request-arguments.js';

const script = [
  'export function onTest(req, res) {',
  "  test('is ok', () => expect(res.status).toBe(200));",
  "  test('is JSON', () => res.json());",
  '}',
  '',
].join('\n');

let on: PlannedApplication;
beforeEach(async () => {
  on = await createPlannedApplication();
  await on.createRest({ name: 'R', script });
});

const update = (input: Omit<UpdateRestScript, 'id'>) =>
  unwrapResult(on.application.rest.updateScript({ id: 'R', ...input }));

const refusal = async (input: Omit<UpdateRestScript, 'id'>): Promise<string> => {
  const outcome = await on.application.rest.updateScript({ id: 'R', ...input })();
  return E.isLeft(outcome) ? sentence(outcome.left) : 'was not refused';
};

const edit = (old: string, replacement: string): ScriptEdit => ({ old, new: replacement });

describe('edits of a script', { tags: 'agent:edits' }, () => {
  it('replace text that occurs once, one after another, and return a unified diff', async () => {
    const edits = [
      edit('toBe(200)', 'toBe(201)'),
      edit("'is ok'", "'is created'"),
      edit('toBe(201)', 'toBe(202)'),
    ];
    const { request, diff, diagnostics } = await update({ edits });
    expect(request).toMatchObject({
      revision: 2,
      script: script.replace('200', '202').replace('is ok', 'is created'),
    });
    expect(diff).toBe(
      [
        '--- script',
        '+++ script',
        '@@ -1,4 +1,4 @@',
        ' export function onTest(req, res) {',
        "-  test('is ok', () => expect(res.status).toBe(200));",
        "+  test('is created', () => expect(res.status).toBe(202));",
        "   test('is JSON', () => res.json());",
        ' }',
        '',
      ].join('\n'),
    );
    expect(diagnostics).toEqual([]);
  });

  it('return no diff if the whole script is replaced', async () => {
    expect(await update({ script: 'a' })).not.toHaveProperty('diff');
  });

  it('may delete text, and insert replacement patterns literally', async () => {
    expect((await update({ edits: [edit('200', '$&$1')] })).request.script).toContain('toBe($&$1)');
    expect(
      (await update({ edits: [edit("  test('is JSON', () => res.json());\n", '')] })).request.script,
    ).not.toContain('JSON');
  });

  it('keep the line endings of the script', async () => {
    await update({ script: 'a\r\nb\r\nc' });
    expect((await update({ edits: [edit('a\nb', 'x\ny')] })).request.script).toBe('x\r\ny\r\nc');
  });

  it.each<readonly [ScriptEdit[], string]>([
    [[edit("test('is ", "test('was ")], 'edits[0].old is in the script 2 times, at the lines 2, 3.'],
    [[edit('200', '201'), edit('expect(res.stats).toBe(201)', '')], 'edits[1].old is not in the script.'],
    [
      [edit("test('is ok', () => expect(res.stats).toBe(200));", '')],
      "edits[0].old is not in the script; line 2 is similar: test('is ok', () => expect(res.status).toBe(200));",
    ],
    [
      [edit("test('is JSON', () => res.json());\n  }", '')],
      "edits[0].old is not in the script; line 3 is similar: test('is JSON', () => res.json());",
    ],
    [[], 'Invalid arguments: edits must have at least one edit.'],
  ])('are all refused if one is invalid: %j', async (edits, message) => {
    expect(await refusal({ edits })).toBe(message);
    expect((await unwrapResult(on.application.rest.get({ id: 'R' }))).script).toBe(script);
  });

  it('are refused if the request is no longer at the expected revision', async () => {
    expect(await refusal({ edits: [edit('gone', '')], ifRevision: 7 })).toBe(
      'The current revision is 1, not 7: it was changed meanwhile.',
    );
  });

  it('do not match secrets, so that nobody can guess a secret one character at a time', async () => {
    await unwrapResult(
      on.application.environments.create({ name: 'Dev', secrets: { TOKEN: 'Zk3qT7vXw9LmPb2R' } }),
    );
    await unwrapResult(
      on.application.rest.updateScript({ id: 'R', script: "const token = 'Zk3qT7vXw9LmPb2R';" }),
    );
    const missing = /^edits\[0\]\.old is not in the script(?!.*Zk)/;
    for (const old of ['Zk', 'Zk3qT', "= 'Zk", "R';", "token = 'Zk3qT7vXw9LmPb2R'", 'Zk3qT7vXw9LmPb2R'])
      expect(await refusal({ edits: [edit(old, '')] }), old).toMatch(missing);
    expect((await update({ edits: [edit('const token', 'let token')] })).request.script).toBe(
      "let token = 'Zk3qT7vXw9LmPb2R';",
    );
  });

  it.each([{}, { script: 'a', edits: [edit('a', 'b')] }])(
    'are required unless the call contains a script, and refused with one: %j',
    async (input) => {
      expect(await refusal(input)).toBe('Invalid arguments: script or edits is required, and not both.');
    },
  );
});
