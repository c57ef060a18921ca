/** The content that the scenarios of the conformance suite expect, word for word. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const text = (words: string) => ({ type: 'text' as const, text: words });
const image = { type: 'image' as const, data: png, mimeType: 'image/png' };
const createEmbeddedResource = (uri: string, mimeType: string, words: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: words },
});
const noArguments = { type: 'object' as const, properties: {} };
const createStringSchema = (name: string) => ({
  type: 'object' as const,
  properties: { [name]: { type: 'string' as const } },
  required: [name],
});

/** A tool result with one text item. */
export const createTextResult = (words: string) => ({ content: [text(words)] });

/** Tools with constant results. */
export const constant = {
  test_simple_text: createTextResult('This is a simple text response for testing.'),
  test_image_content: { content: [image] },
  test_audio_content: { content: [{ type: 'audio' as const, data: wav, mimeType: 'audio/wav' }] },
  test_embedded_resource: {
    content: [
      createEmbeddedResource(
        'test://embedded-resource',
        'text/plain',
        'This is an embedded resource content.',
      ),
    ],
  },
  test_multiple_content_types: {
    content: [
      text('Multiple content types test:'),
      image,
      createEmbeddedResource(
        'test://mixed-content-resource',
        'application/json',
        '{"test":"data","value":123}',
      ),
    ],
  },
  test_error_handling: {
    ...createTextResult('This tool intentionally returns an error for testing'),
    isError: true,
  },
  json_schema_2020_12_tool: createTextResult('Checked.'),
} as const;

const schema2020 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object' as const,
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

const schemas: Readonly<Record<string, ReturnType<typeof createStringSchema> | typeof schema2020>> = {
  json_schema_2020_12_tool: schema2020,
  test_sampling: createStringSchema('prompt'),
  test_elicitation: createStringSchema('message'),
};

/** Lists the tools with these names, in the format of `tools/list`. */
export const listTools = (names: readonly string[]) =>
  names.map((name) => ({
    name,
    description: `The conformance tool ${name}`,
    inputSchema: schemas[name] ?? noArguments,
  }));

const describeResource = (uri: string, mimeType: string) => ({
  uri,
  name: uri.slice('test://'.length),
  description: `The conformance resource ${uri}`,
  mimeType,
});

export const resources = [
  describeResource('test://static-text', 'text/plain'),
  describeResource('test://static-binary', 'image/png'),
  describeResource('test://watched-resource', 'text/plain'),
];

export const resourceTemplates = [
  {
    uriTemplate: 'test://template/{id}/data',
    name: 'template',
    description: 'A conformance template',
    mimeType: 'application/json',
  },
];

/** Reads the content of a resource; undefined if it does not exist. */
export const readResource = (uri: string) => {
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  if (id !== undefined) {
    const value = { id, templateTest: true, data: `Data for ID: ${id}` };
    return { uri, mimeType: 'application/json', text: JSON.stringify(value) };
  }
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: png };
  if (uri === 'test://static-text')
    return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' };
  return uri === 'test://watched-resource' ? { uri, mimeType: 'text/plain', text: 'Watched.' } : undefined;
};

const argument = (name: string) => ({ name, description: name, required: true });

export const prompts = [
  { name: 'test_simple_prompt', description: 'Without arguments' },
  {
    name: 'test_prompt_with_arguments',
    description: 'With arguments',
    arguments: [argument('arg1'), argument('arg2')],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'With a resource',
    arguments: [argument('resourceUri')],
  },
  { name: 'test_prompt_with_image', description: 'With an image' },
];

const user = <C>(content: C) => ({ role: 'user' as const, content });

/** Returns the messages of a prompt; undefined if it does not exist. */
export const getPrompt = (name: string, args: Readonly<Record<string, string>> = {}) => {
  switch (name) {
    case 'test_simple_prompt':
      return { messages: [user(text('This is a simple prompt for testing.'))] };
    case 'test_prompt_with_arguments':
      return {
        messages: [user(text(`Prompt with arguments: arg1='${args.arg1 ?? ''}', arg2='${args.arg2 ?? ''}'`))],
      };
    case 'test_prompt_with_embedded_resource':
      return {
        messages: [
          user(
            createEmbeddedResource(
              args.resourceUri ?? '',
              'text/plain',
              'Embedded resource content for testing.',
            ),
          ),
          user(text('Please process the embedded resource above.')),
        ],
      };
    case 'test_prompt_with_image':
      return { messages: [user(image), user(text('Please analyze the image above.'))] };
    default:
      return undefined;
  }
};

/** The questions of `elicitation/create` by tool name. */
export const questions = {
  test_elicitation: {
    type: 'object' as const,
    properties: {
      username: { type: 'string' as const, description: "User's response" },
      email: { type: 'string' as const, description: "User's email address" },
    },
    required: ['username', 'email'],
  },
  test_elicitation_sep1034_defaults: {
    type: 'object' as const,
    properties: {
      name: { type: 'string' as const, default: 'John Doe' },
      age: { type: 'integer' as const, default: 30 },
      score: { type: 'number' as const, default: 95.5 },
      status: { type: 'string' as const, enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean' as const, default: true },
    },
  },
  test_elicitation_sep1330_enums: {
    type: 'object' as const,
    properties: {
      untitledSingle: { type: 'string' as const, enum: ['option1', 'option2', 'option3'] },
      titledSingle: {
        type: 'string' as const,
        oneOf: [
          { const: 'value1', title: 'First Option' },
          { const: 'value2', title: 'Second Option' },
          { const: 'value3', title: 'Third Option' },
        ],
      },
      legacyEnum: {
        type: 'string' as const,
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: {
        type: 'array' as const,
        items: { type: 'string' as const, enum: ['option1', 'option2', 'option3'] },
      },
      titledMulti: {
        type: 'array' as const,
        items: {
          anyOf: [
            { const: 'value1', title: 'First Choice' },
            { const: 'value2', title: 'Second Choice' },
            { const: 'value3', title: 'Third Choice' },
          ],
        },
      },
    },
  },
};

export const serverInfo = { name: 'fixture', version: '1' } as const;

export const capabilities = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  completions: {},
} as const;
