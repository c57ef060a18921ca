import { type JsonSchema, toJsonSchema } from '@tandem/core/codec';
import type { AnyMethod } from '@tandem/rpc';

import { getProperties, toAgentSchema } from './agent-schema.js';
import { listedMethods } from './tools.js';

const escapeMarkdown = (text: string): string => text.replaceAll('*', '\\*').replaceAll('_', '\\_');

const getRequiredNames = ({ required }: JsonSchema): readonly string[] =>
  (required ?? []) as readonly string[];

const formatArgument = (name: string, schema: JsonSchema, required: boolean): string => {
  const {
    type = 'any',
    description = '',
    enum: words = (schema.items as JsonSchema | undefined)?.enum,
  } = toAgentSchema(schema) as {
    readonly type?: string;
    readonly description?: string;
    readonly enum?: unknown;
  };
  const choice = Array.isArray(words) ? ` (${words.map(String).join(', ')})` : '';
  return `- \`${name}\` (${type}${required ? ', required' : ''}): ${escapeMarkdown(description)}${choice}\n`;
};

const formatArguments = ({ arguments: params }: AnyMethod): string => {
  const schema = toJsonSchema(params);
  return Object.entries(getProperties(schema))
    .map(([name, one]) => formatArgument(name, one, getRequiredNames(schema).includes(name)))
    .join('');
};

const describeEffects = ({ effects }: AnyMethod): string =>
  effects.readOnly ? 'Read-only.' : effects.destructive ? 'Modifies or deletes data.' : 'Creates data.';

const describeResult = ({ result }: AnyMethod): string => {
  const schema = toJsonSchema(result);
  const required = getRequiredNames(schema);
  const keys = Object.keys(getProperties(schema)).map((key) => (required.includes(key) ? key : `${key}?`));
  return keys.length === 0 ? '' : `\nResult: \`{${keys.join(', ')}}\`\n`;
};

const formatSection = (method: AnyMethod): string => {
  const core = method.toolSet === 'core' ? ' One of `--tools core`.' : '';
  const given = formatArguments(method);
  const what = `${method.title}. ${escapeMarkdown(method.description)} ${describeEffects(method)}${core}`;
  return `## ${method.name}\n\n${what}\n${given === '' ? '' : `\n${given}`}${describeResult(method)}`;
};

/** Generates the guide of the tools. It contains what `tools/list` omits to be short: all arguments of every tool, and the results. */
export const generateToolsGuide = (): string => `# MCP tools

Generated from the methods that agents may call. The list that clients receive is shorter: it describes a long argument once, and leaves out some that agents rarely set.

${listedMethods.map(formatSection).join('\n')}`;
