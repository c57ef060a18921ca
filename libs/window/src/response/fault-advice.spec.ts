import { faultCodes } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { listFaultActions, listProblemActions } from './fault-advice.js';

const listKinds = (actions: ReturnType<typeof listProblemActions>): readonly string[] =>
  actions.map((action) => ('button' in action ? action.button : action.kind));

describe('a person who sees a problem', { tags: 'problems:actions' }, () => {
  it.each(faultCodes)('gets a button that acts on the error %s', (code) => {
    expect(listProblemActions(code)).not.toEqual([]);
  });

  it.each([
    ['UNRESOLVED_VARIABLE', ['variables']],
    ['PATH_PARAM_MISSING', ['Open Params']],
    ['TIMEOUT', ['sendAgain', 'Change the timeout']],
    ['GUARD_DENIED', ['Show what agents may send']],
    ['SECRET_UNBOUND', ['unboundSecret']],
    ['SCRIPT_NOT_APPROVED', ['Review new scripts']],
  ])('is led from %s to where it is corrected', (code, kinds) => {
    expect(listKinds(listProblemActions(code))).toEqual(kinds);
  });

  it('is offered no action for a warning that only informs, or for a code that this version does not know', () => {
    expect(listProblemActions('REQUEST_REPEATED')).toEqual([]);
    expect(listProblemActions('toString')).toEqual([]);
  });

  it('is first asked to let scripts send requests if they may not, and then led to the script', () => {
    const diagnostics = [{ code: 'SCRIPT_REQUESTS_OFF' }, { code: 'BODY_NOT_JSON' }];
    expect(listKinds(listFaultActions({ code: 'SCRIPT_ERROR' }, diagnostics))).toEqual([
      'scriptSending',
      'script',
    ]);
    expect(listKinds(listFaultActions({ code: 'SCRIPT_ERROR' }, []))).toEqual(['script']);
    expect(listKinds(listFaultActions({ code: 'URL_MISSING' }, diagnostics))).toEqual(['url']);
  });
});
