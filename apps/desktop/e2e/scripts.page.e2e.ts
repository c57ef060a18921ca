import { describe, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { openRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

const result = () => journey.page.getByRole('region', { name: 'Scripts on the last response' });

const createAndOpenScript = async (name: string, script: string): Promise<string> => {
  const { id } = await journey.agent('rest_create', { name, url: '{{echo_base_url}}/scripts', script });
  await openRequest(journey.page, name);
  await journey.page.getByRole('tab', { name: /^Script/ }).click();
  await journey.page.getByRole('textbox', { name: 'Script', exact: true }).waitFor();
  return id as string;
};

describe('a script', () => {
  it('is completed with types, and unknown members are marked while the person types', async () => {
    const { page } = journey;
    await createAndOpenScript('Typed', '');
    await page.getByRole('textbox', { name: 'Script', exact: true }).click();
    await page.keyboard.type('export function onTest(req, res) {\nres.headers.ge');
    const option = page.getByRole('option', { name: /^getSetCookie/ });
    await option.getByText('(): string[]').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type('tt("a");');
    await page.locator('.cm-lintRange-warning', { hasText: 'gett' }).waitFor();
    const problem = page.locator('.cm-problems');
    await problem.getByText('Warning in line 2: res.headers has no gett. Did you mean get?').waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nconst = 1;');
    await page.locator('.cm-lintRange-error', { hasText: '=' }).waitFor();
    await problem.getByText('Error in line 4: Unexpected =').waitFor();
    await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
    expect(journey.errors).toEqual([]);
  });

  it('runs on the last response as typed, without sending or storing anything', async () => {
    const { page, agent } = journey;
    const script = `export function onResponse(req, res) {
  res.env.setVariable('from_script', res.status);
}
export function onTest(req, res) {
  test('answers', () => expect(res.status).toBe(200));
  test('fails', () => expect(res.json().path).toBe('/other'));
}
`;
    const id = await createAndOpenScript('Again', '');
    const run = page.getByRole('button', { name: 'Run on last response' });
    await run.click();
    await page.getByText('has no stored response; send the request first').waitFor();
    await agent('rest_execute', { id });
    await agent('rest_update', { id, script });
    await page.locator('.cm-line', { hasText: 'setVariable' }).waitFor();
    await page.getByRole('textbox', { name: 'Script', exact: true }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type("console.log('typed');");
    await run.click();
    await result().getByText('1 of 2 tests failed').waitFor();
    await result().getByText('Set the variable from_script').waitFor();
    await result().getByText('typed').waitFor();
    await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
    const { executions } = (await agent('executions_list', { requestId: id })) as {
      readonly executions: readonly unknown[];
    };
    expect(executions).toHaveLength(1);
    expect(JSON.stringify(await agent('environments_list', {}))).not.toContain('from_script');
    await result().getByRole('button', { name: 'Close the result of the scripts' }).click();
    await expect.poll(() => result().count()).toBe(0);
    expect(journey.errors).toEqual([]);
  });
});
