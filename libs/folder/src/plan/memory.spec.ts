import type { FolderBase, FolderKind } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { getBaseFields, isCompleteBase } from './memory.js';

const base = (kind: FolderKind, fields: string): FolderBase => ({
  ...{ id: 'x', kind, path: '', folder: '', fileHash: '', scriptHash: '', revision: 1, seq: null },
  ...{ settled: true, searched: '', fields },
});

const request = '{"requestVariables":[],"needs":[]}';

describe('the memory of a file', () => {
  it.each<[FolderKind, string, string, boolean]>([
    ['workspace', '{"connections":{},"scriptFlow":"x"}', 'flow: sandwich', true],
    ['workspace', '{"connections":{}}', 'name: x', true],
    ['workspace', '{"connections":{}}', 'workflow: sandwich', true],
    ['workspace', '{"connections":{}}', 'flow: other', true],
    ['workspace', '{"connections":{}}', 'flow: sandwich', false],
    ['workspace', '{"connections":{}}', '  "flow" :  "sequential"', false],
    ['workspace', '{"connections":{}}', "'flow':'sandwich'", false],
    ['workspace', '{"scriptFlow":"x"}', 'name: x', false],
    ['environment', '{"extends":""}', 'extends: x', true],
    ['environment', '{}', 'name: x\n  extends: y', true],
    ['environment', '{}', 'name: x\nextends: y', false],
    ['environment', '{}', '"extends" : y', false],
    ['environment', '{}', "name: x\n'description': y", false],
    ['environment', '{"extends":""}', 'x-tandem:\n  protected: true', false],
    ['environment', '{"extends":"","guard":null}', 'x-tandem:\n  protected: true', true],
    ['rest', request, 'runtime:\n  needs: [a]', true],
    ['graphql', '{"type":"unsupported","requestVariables":[]}', '', false],
    ['folder', '{"type":"unsupported"}', '', false],
    ['folder', '{}', 'runtime:\nneeds:', true],
    ['rest', '{}', 'name: x\n  runtime: y', true],
    ['rest', '{}', 'name: x\nruntime: y', false],
    ['rest', '{}', '"runtime" : y', false],
    ['rest', '{"requestVariables":[]}', 'needs: [x]', false],
    ['rest', '{"requestVariables":[]}', '"needs" : [x]', false],
    ['rest', '{"requestVariables":[]}', 'my_needs: [x]', true],
    ['rest', '{"requestVariables":[],"needs":["rest_0000000000000001"]}', 'needs: [x]', true],
    ['rest', '{"requestVariables":[],"needs":["rest_0000000000000001","../gone.yml"]}', 'needs: [x]', false],
    ['rest', request, 'name: x\nexamples:\n  - name: y', false],
    ['rest', request, '"examples" : []', false],
    ['rest', request, 'http:\n  examples: x', true],
    ['graphql', request, 'examples: []', true],
    ['rest', '{"requestVariables":[],"needs":[],"examples":[]}', 'examples: []', true],
    ['folder', '{"auth":{"type":"none"}}', 'auth: none', true],
    ['folder', '{"auth":{"type":"none"}}', 'auth: "none" # of ours', true],
    ['folder', '{"auth":{"type":"none"}}', 'auth: none\nname: x', true],
    ['folder', '{"auth":{"type":"none"}}', 'author: x', true],
    ['folder', '{"auth":{"type":"none"}}', 'auth:\n  type: x', false],
    ['folder', '{"auth":{"type":"none"}}', '"auth" : nonesuch', false],
    ['folder', '{"auth":{"type":"basic"}}', 'auth: x', true],
  ])(
    'of a %s as %s with the text %j contains everything that can be read now: %s',
    (kind, fields, text, expected) => {
      expect(isCompleteBase(base(kind, fields), text)).toBe(expected);
    },
  );

  it('gets defaults for fields that an older version did not know', () => {
    expect(getBaseFields(base('environment', '{"name":"E"}'))).toEqual({
      description: '',
      extends: '',
      guard: null,
      name: 'E',
    });
    expect(getBaseFields(base('rest', '{"needs":["a"]}'))).toEqual({
      requestVariables: [],
      needs: ['a'],
      examples: [],
    });
    expect(getBaseFields(base('graphql', '{}'))).toEqual({ requestVariables: [], needs: [] });
    expect(getBaseFields(base('folder', '{"path":"A"}'))).toMatchObject({
      path: 'A',
      headers: [],
      description: '',
    });
    expect(getBaseFields(base('workspace', '{"name":"W"}'))).toMatchObject({ name: 'W', headers: [] });
  });
});
