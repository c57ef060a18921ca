import { afterAll, describe, expect, it } from 'vitest';

import { createScriptRuntime } from './index.js';
import { sampleRequest as request, sampleResponse as response, sampleRuns } from './testing/sample.js';

const runtime = createScriptRuntime({ hosts: 1 });
afterAll(() => runtime.close());

const { within } = sampleRuns(runtime);

describe('text that a script cannot parse as JSON', { tags: 'secrets:forms' }, () => {
  it.each([
    '{"a": Hq7-vX9_Lm}',
    'Hq7-vX9_Lm',
    `${' '.repeat(90)}Hq7-vX9_Lm`,
    '["Hq7-vX9_Lm" Hq7]',
    '"Hq7-vX',
  ])('is not quoted in any error, test or log: %s', async (text) => {
    const parse = `JSON.parse(${JSON.stringify(text)})`;
    const script = `
        export function onTest() {
          test('a', () => ${parse});
          try { ${parse}; } catch (error) { console.log(error.message); console.log('x', error); }
          ${parse};
        }`;
    const answer = await within(script, (session) => session.onTest(request, response));
    expect(JSON.stringify(answer)).not.toMatch(/Hq7|vX9/);
    expect(answer.tests[0]?.error?.message).toContain('JSON');
    expect(answer.logs).toHaveLength(2);
  });

  it('leaves other words unchanged', async () => {
    const said = 'Unexpected "a", "b" is valid';
    const script = `export const onTest = () => console.log(${JSON.stringify(said)});`;
    const { logs } = await within(script, (session) => session.onTest(request, response));
    expect(logs).toMatchObject([{ message: said }]);
  });
});
