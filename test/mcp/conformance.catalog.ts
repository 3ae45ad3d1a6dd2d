import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequests,
  inputRequired,
  inputResponse,
  MissingRequiredClientCapabilityError,
  type Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';
import type { Catalog } from '../../src/projections/mcp/catalog.ts';

/** One red pixel, and a WAV file without a sample. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';

const text = (words: string) => ({ type: 'text', text: words }) as const;
const says = (words: string) => ({ content: [text(words)] });
const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
const object = (properties: Record<string, unknown> = {}, required: string[] = []) =>
  ({ type: 'object', properties, ...(required.length > 0 && { required }) }) as Tool['inputSchema'];

type Handler = (
  given: Record<string, unknown>,
  context: ServerContext,
  server: Server,
) => ReturnType<NonNullable<Catalog['callTool']>>;

const form = (message: string, properties: Record<string, unknown>, required = Object.keys(properties)) =>
  inputRequired.elicit({ message, requestedSchema: object(properties, required) as never });
const sampling = (words: string, maxTokens = 100) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(words) }], maxTokens });

/** Asks in one round and goes on once every question has an answer of its own kind. */
const asking =
  (requests: () => InputRequests, done: (context: ServerContext) => string, state?: string): Handler =>
  async (_given, context) => {
    const asked = requests();
    const answers = Object.keys(asked).map((key) => inputResponse(context.mcpReq.inputResponses, key));
    const missing = answers.some((answer) => answer.kind === 'missing');
    if (missing || (state !== undefined && context.mcpReq.requestState() !== state)) {
      return inputRequired({ inputRequests: asked, ...(state !== undefined && { requestState: signed(state) }) });
    }
    return says(done(context));
  };

const signed = (state: string) => `test.${state}.${Buffer.from(state).toString('hex')}`;
const contentOf = ({ mcpReq }: ServerContext, key: string) =>
  JSON.stringify((mcpReq.inputResponses?.[key] as { content?: unknown } | undefined)?.content ?? null);
const capabilitiesOf = ({ mcpReq }: ServerContext) =>
  ((mcpReq.envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] ??
    {}) as ClientCapabilities;

const nameForm = () => ({ user_name: form('What is your name?', { name: { type: 'string' } }) });
const elicited = async (
  context: ServerContext,
  message: string,
  properties: Record<string, unknown>,
  required: string[],
) => {
  const result = await context.mcpReq.elicitInput({
    message,
    requestedSchema: object(properties, required) as never,
  });
  return says(`Elicitation completed: action=${result.action}, content=${JSON.stringify(result.content)}`);
};

const handlers: Record<string, { schema?: Tool['inputSchema']; run: Handler }> = {
  test_simple_text: { run: async () => says('This is a simple text response for testing.') },
  test_image_content: { run: async () => ({ content: [{ type: 'image', data: png, mimeType: 'image/png' }] }) },
  test_audio_content: { run: async () => ({ content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] }) },
  test_embedded_resource: {
    run: async () => ({
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'test://embedded-resource',
            mimeType: 'text/plain',
            text: 'This is an embedded resource content.',
          },
        },
      ],
    }),
  },
  test_multiple_content_types: {
    run: async () => ({
      content: [
        text('Multiple content types test:'),
        { type: 'image', data: png, mimeType: 'image/png' },
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed-content-resource',
            mimeType: 'application/json',
            text: JSON.stringify({ test: 'data', value: 123 }),
          },
        },
      ],
    }),
  },
  test_tool_with_logging: {
    run: async (_given, { mcpReq }) => {
      for (const words of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await mcpReq.log('info', words);
        await pause();
      }
      return says('Logged three times.');
    },
  },
  test_error_handling: {
    run: async () => ({ ...says('This tool intentionally returns an error for testing'), isError: true }),
  },
  test_tool_with_progress: {
    run: async (_given, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined) {
          await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
        }
        await pause();
      }
      return says('Done.');
    },
  },
  test_sampling: {
    schema: object({ prompt: { type: 'string' } }, ['prompt']),
    run: async ({ prompt }, { mcpReq }) => {
      const { content } = await mcpReq.requestSampling({
        messages: [{ role: 'user', content: text(String(prompt)) }],
        maxTokens: 100,
      });
      return says(`LLM response: ${'text' in content ? content.text : ''}`);
    },
  },
  test_elicitation: {
    schema: object({ message: { type: 'string' } }, ['message']),
    run: async ({ message }, { mcpReq }) => {
      const result = await mcpReq.elicitInput({
        message: String(message),
        requestedSchema: object(
          {
            username: { type: 'string', description: "User's response" },
            email: { type: 'string', description: "User's email address" },
          },
          ['username', 'email'],
        ) as never,
      });
      return says(`User response: action: ${result.action}, content: ${JSON.stringify(result.content)}`);
    },
  },
  test_elicitation_sep1034_defaults: {
    run: (_given, context) =>
      elicited(
        context,
        'Defaults',
        {
          name: { type: 'string', default: 'John Doe' },
          age: { type: 'integer', default: 30 },
          score: { type: 'number', default: 95.5 },
          status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
          verified: { type: 'boolean', default: true },
        },
        [],
      ),
  },
  test_elicitation_sep1330_enums: {
    run: (_given, context) => {
      const options = ['option1', 'option2', 'option3'];
      const titled = (words: string[]) => words.map((title, index) => ({ const: `value${index + 1}`, title }));
      return elicited(
        context,
        'Enums',
        {
          untitledSingle: { type: 'string', enum: options },
          titledSingle: { type: 'string', oneOf: titled(['First Option', 'Second Option', 'Third Option']) },
          legacyEnum: {
            type: 'string',
            enum: ['opt1', 'opt2', 'opt3'],
            enumNames: ['Option One', 'Option Two', 'Option Three'],
          },
          untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
          titledMulti: { type: 'array', items: { anyOf: titled(['First Choice', 'Second Choice', 'Third Choice']) } },
        },
        [],
      );
    },
  },
  test_input_required_result_elicitation: {
    run: asking(nameForm, (context) => `Hello, ${contentOf(context, 'user_name')}!`),
  },
  test_input_required_result_sampling: {
    run: asking(
      () => ({ capital_question: sampling('What is the capital of France?') }),
      ({ mcpReq }) => JSON.stringify(mcpReq.inputResponses?.capital_question),
    ),
  },
  test_input_required_result_list_roots: {
    run: asking(
      () => ({ client_roots: inputRequired.listRoots() }),
      ({ mcpReq }) => JSON.stringify(mcpReq.inputResponses?.client_roots),
    ),
  },
  test_input_required_result_request_state: {
    run: asking(
      () => ({ confirm: form('Please confirm', { ok: { type: 'boolean' } }) }),
      () => 'state-ok',
      'confirming',
    ),
  },
  test_input_required_result_tampered_state: {
    run: asking(
      () => ({ confirm: form('Please confirm', { ok: { type: 'boolean' } }) }),
      () => 'state-ok',
      'guarded',
    ),
  },
  test_input_required_result_multiple_inputs: {
    run: asking(
      () => ({
        ...nameForm(),
        greeting: sampling('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      }),
      ({ mcpReq }) => JSON.stringify(mcpReq.inputResponses),
      'several',
    ),
  },
  test_input_required_result_multi_round: {
    run: async (_given, context) => {
      const state = context.mcpReq.requestState();
      if (state === 'round2') return says(`Done: ${contentOf(context, 'step2')}`);
      const step =
        state === 'round1'
          ? { step2: form('Step 2: What is your favorite color?', { color: { type: 'string' } }) }
          : { step1: form('Step 1: What is your name?', { name: { type: 'string' } }) };
      return inputRequired({ inputRequests: step, requestState: signed(state === 'round1' ? 'round2' : 'round1') });
    },
  },
  test_input_required_result_capabilities: {
    run: async (_given, context) => {
      const { elicitation, sampling: samples } = capabilitiesOf(context);
      return inputRequired({
        inputRequests: {
          ...(samples && { question: sampling('What is the capital of France?') }),
          ...(elicitation && nameForm()),
        },
        requestState: signed('capabilities'),
      });
    },
  },
  test_missing_capability: {
    run: async (_given, context) => {
      if (capabilitiesOf(context).sampling === undefined) {
        throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
      }
      return says('The client can sample.');
    },
  },
  test_streaming_elicitation: { run: asking(nameForm, () => 'Done.') },
  test_logging_tool: {
    run: async (_given, { mcpReq }) => {
      await mcpReq.log('info', 'Working');
      return says('Done.');
    },
  },
};

const tools: Tool[] = Object.entries(handlers).map(([name, { schema }]) => ({
  name,
  description: `Fixture ${name}.`,
  inputSchema: schema ?? object(),
}));

const argument = (name: string) => ({ name, description: name, required: true });
const prompts = [
  { name: 'test_simple_prompt', description: 'Simple.' },
  { name: 'test_prompt_with_arguments', description: 'Arguments.', arguments: [argument('arg1'), argument('arg2')] },
  { name: 'test_prompt_with_embedded_resource', description: 'Resource.', arguments: [argument('resourceUri')] },
  { name: 'test_prompt_with_image', description: 'Image.' },
  { name: 'test_input_required_result_prompt', description: 'Asks.' },
];
const user = <Content>(content: Content) => ({ role: 'user', content }) as const;

/** What the conformance suites look for by name; it runs on the handler and the route of the service. */
export const conformanceCatalog: Catalog = {
  tools: () => tools,
  callTool: (name, given, _visit, context, server) => handlers[name]?.run(given, context, server),
  prompts: () => prompts,
  getPrompt: (name, given, context) => {
    switch (name) {
      case 'test_simple_prompt':
        return { messages: [user(text('This is a simple prompt for testing.'))] };
      case 'test_prompt_with_arguments':
        return { messages: [user(text(`Prompt with arguments: arg1='${given.arg1}', arg2='${given.arg2}'`))] };
      case 'test_prompt_with_embedded_resource': {
        const resource = {
          uri: given.resourceUri!,
          mimeType: 'text/plain',
          text: 'Embedded resource content for testing.',
        };
        return {
          messages: [user({ type: 'resource', resource }), user(text('Please process the embedded resource above.'))],
        };
      }
      case 'test_prompt_with_image':
        return {
          messages: [
            user({ type: 'image', data: png, mimeType: 'image/png' }),
            user(text('Please analyze the image above.')),
          ],
        };
      case 'test_input_required_result_prompt': {
        if (inputResponse(context.mcpReq.inputResponses, 'user_context').kind === 'missing') {
          const question = form('What context should the prompt use?', { context: { type: 'string' } });
          return inputRequired({ inputRequests: { user_context: question } });
        }
        return { messages: [user(text(`Context: ${contentOf(context, 'user_context')}`))] };
      }
      default:
        return undefined;
    }
  },
  resources: () => [
    { uri: 'test://static-text', name: 'text', description: 'Text.', mimeType: 'text/plain' },
    { uri: 'test://static-binary', name: 'binary', description: 'Binary.', mimeType: 'image/png' },
    { uri: 'test://watched-resource', name: 'watched', description: 'Watched.', mimeType: 'text/plain' },
  ],
  resourceTemplates: () => [
    {
      uriTemplate: 'test://template/{id}/data',
      name: 'template',
      description: 'Template.',
      mimeType: 'application/json',
    },
  ],
  readResource: (uri) => {
    const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
    if (id !== undefined) {
      const body = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
      return { contents: [{ uri, mimeType: 'application/json', text: body }] };
    }
    switch (uri) {
      case 'test://static-text':
        return {
          contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
        };
      case 'test://static-binary':
        return { contents: [{ uri, mimeType: 'image/png', blob: png }] };
      case 'test://watched-resource':
        return { contents: [{ uri, mimeType: 'text/plain', text: 'Watched.' }] };
      default:
        return undefined;
    }
  },
  complete: ({ ref }) =>
    ref.type === 'ref/prompt' && ref.name === 'test_prompt_with_arguments'
      ? { values: ['paris', 'park', 'party'], total: 3, hasMore: false }
      : undefined,
  openState: (state) => {
    const [mark, value = '', proof] = state.split('.');
    if (mark !== 'test') return undefined;
    if (proof !== Buffer.from(value).toString('hex')) throw new Error('tampered with');
    return value;
  },
  extend: (server) => {
    server.registerCapabilities({ logging: {}, resources: { subscribe: true } });
    server.setRequestHandler('resources/subscribe', () => ({}));
    server.setRequestHandler('resources/unsubscribe', () => ({}));
  },
};
