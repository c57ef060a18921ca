import { describe, expect, it } from 'vitest';

import type { Tool } from './catalogue.js';
import { toolsOf } from './tools.js';

const uncalled = { call: () => Promise.reject(new Error('is not called')) };
const tools = toolsOf(uncalled);
const core = new Set(toolsOf(uncalled, 'core').map(({ name }) => name));

interface Property {
  readonly type?: string | readonly string[];
  readonly description?: string;
}

const escaped = (text: string): string => text.replaceAll('*', '\\*').replaceAll('_', '\\_');

const argumentsOf = ({ inputSchema }: Tool): string => {
  const { properties = {}, required = [] } = inputSchema as {
    readonly properties?: Readonly<Record<string, Property>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties)
    .map(([name, { type = 'any', description = '' }]) => {
      const needed = required.includes(name) ? ', required' : '';
      return `- \`${name}\` (${[type].flat().join(' or ')}${needed}): ${escaped(description)}\n`;
    })
    .join('');
};

const effectsOf = ({ effects }: Tool): string =>
  effects.readOnly ? 'Read-only.' : effects.destructive ? 'Modifies or deletes data.' : 'Creates data.';

const sectionOf = (tool: Tool): string => {
  const room = core.has(tool.name) ? ' One of `--tools core`.' : '';
  const given = argumentsOf(tool);
  return `## ${tool.name}\n\n${escaped(tool.description)} ${effectsOf(tool)}${room}\n${given === '' ? '' : `\n${given}`}`;
};

describe('the list of tools', () => {
  it('is documented in the guide', async () => {
    const text = `# MCP tools\n\nGenerated from the list of tools that clients receive.\n\n${tools.map(sectionOf).join('\n')}`;
    await expect(text).toMatchFileSnapshot('../../../../docs/guides/tools.md');
  });
});
