import { builder } from '../../graphql/builder.ts';
import { dateOf } from '../../kernel/clock.ts';
import { checkHealth } from './check-health.ts';
import { describeService, introduceService, listCapabilities, type ProductCapabilities } from './describe-service.ts';
import { CapabilitiesType, ErrorEntryType, ReleaseType, ServiceContextType } from './guide.schema.ts';
import { type ErrorEntry, listErrors } from './list-errors.ts';
import { type Release, releases } from './releases.ts';
import { DiscoveryType, HealthType } from './service.schema.ts';

// Lists stand under a name, as everywhere on the wire.
const list = <Item>(name: string) => builder.objectRef<{ items: Item }>(name);

const CapabilityListType = list<ProductCapabilities[]>('CapabilityList').implement({
  description: 'What can be done, by product.',
  fields: (t) => ({
    answer: t.string({
      description: 'What can be done, in plain language.',
      resolve: ({ items }) => {
        const open = items.filter(({ status }) => status === 'open').map(({ name }) => name);
        const others = items.filter(({ status }) => status !== 'open').map(({ name }) => name);
        return `Open for application: ${open.join(', ')}. For information only: ${others.join(', ')}.`;
      },
    }),
    products: t.expose('items', { type: [CapabilitiesType], description: 'One entry for each product.' }),
  }),
});

const ReleaseListType = list<Release[]>('ReleaseList').implement({
  description: 'All releases.',
  fields: (t) => ({ releases: t.expose('items', { type: [ReleaseType], description: 'Newest first.' }) }),
});

const ErrorListType = list<ErrorEntry[]>('ErrorList').implement({
  description: 'Every error that the service answers with.',
  fields: (t) => ({ errors: t.expose('items', { type: [ErrorEntryType], description: 'By status and code.' }) }),
});

builder.queryFields((t) => ({
  health: t.field({
    type: HealthType,
    access: 'PUBLIC',
    description: 'How the service is. Always an answer.',
    resolve: (_root, _args, ctx) => checkHealth(ctx),
  }),
  discovery: t.field({
    type: DiscoveryType,
    access: 'PUBLIC',
    description: 'How to find everything.',
    resolve: (_root, _args, ctx) => describeService(ctx),
  }),
  capabilities: t.field({
    type: CapabilityListType,
    access: 'PUBLIC',
    description: 'What can be done, by product.',
    resolve: (_root, _args, ctx) => ({
      items: listCapabilities({ baseUrl: ctx.baseUrl, date: dateOf(ctx.clock.now()) }),
    }),
  }),
  serviceContext: t.field({
    type: ServiceContextType,
    access: 'PUBLIC',
    description: 'What an assistant should know before it starts.',
    resolve: () => introduceService(),
  }),
  changelog: t.field({
    type: ReleaseListType,
    access: 'PUBLIC',
    description: 'All releases, newest first.',
    resolve: () => ({ items: [...releases] }),
  }),
  errorCatalogue: t.field({
    type: ErrorListType,
    access: 'PUBLIC',
    description: 'Every error that the service answers with.',
    resolve: (_root, _args, ctx) => ({ items: listErrors(ctx) }),
  }),
}));
