import type { CallForms, NextStep } from '../kernel/next-step.ts';
import { builder } from './builder.ts';

const RestCall = builder.objectRef<NonNullable<CallForms['rest']>>('RestCall').implement({
  description: 'A call over REST.',
  fields: (t) => ({
    method: t.exposeString('method', { description: 'HTTP method.' }),
    path: t.exposeString('path', { description: 'Path with its query, from the root of the service.' }),
    body: t.expose('body', {
      type: 'JSONObject',
      nullable: true,
      description: 'JSON body as far as it is known already.',
    }),
  }),
});

const ToolCall = builder.objectRef<NonNullable<CallForms['tool']>>('ToolCall').implement({
  description: 'A call over the tool server.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the tool.' }),
    arguments: t.expose('arguments', {
      type: 'JSONObject',
      description: 'Arguments as far as they are known already.',
    }),
  }),
});

/** What to do next, as a REST call and as a tool. */
export const NextStepType = builder.objectRef<NextStep>('NextStep').implement({
  description: 'What to do next: why, and the call that does it over REST and as a tool.',
  fields: (t) => ({
    action: t.exposeString('action', { description: 'A word for the step.' }),
    why: t.exposeString('why', { description: 'Why this is next.' }),
    url: t.string({
      nullable: true,
      description: 'A page for a person, where one is needed.',
      resolve: (step) => step.url,
    }),
    rest: t.field({
      type: RestCall,
      nullable: true,
      description: 'The call over REST; null when there is none.',
      resolve: (step, _args, ctx) => (step.operation ? ctx.directory.call(step.operation, step.arguments).rest : null),
    }),
    tool: t.field({
      type: ToolCall,
      nullable: true,
      description: 'The call as a tool; null when there is none.',
      resolve: (step, _args, ctx) => (step.operation ? ctx.directory.call(step.operation, step.arguments).tool : null),
    }),
  }),
});
