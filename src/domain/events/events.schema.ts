import { builder } from '../../graphql/builder.ts';
import { NextStepType } from '../../graphql/next-step.ts';
import { applicationStatuses } from '../../kernel/status.ts';
import type { EventData, FeedEvent } from './event.ts';
import { EventTypeType } from './event-type.schema.ts';
import { followAccountEvents } from './follow-events.ts';
import { type EventPage, eventCursor, listEvents } from './list-events.ts';

builder.subscriptionType({ description: 'What can be followed, at /graphql/stream.' });

/** Where an application stands, as the schema names it. */
export const ApplicationStatusType = builder.enumType('ApplicationStatus', {
  description: 'Where an application stands. APPROVED, DENIED, CANCELLED and EXPIRED are final.',
  values: applicationStatuses,
});

const EventDataType = builder.objectRef<EventData>('EventData').implement({
  description: 'The application as it was right after the event; never personal data.',
  fields: (t) => ({
    applicationId: t.exposeString('application_id', { description: 'The application.' }),
    orderId: t.exposeString('order_id', { description: 'Its order.' }),
    visaType: t.exposeString('visa_type', { description: 'The authorization applied for.' }),
    destination: t.exposeString('destination', { description: 'Country of destination.' }),
    previousStatus: t.expose('previous_status', {
      type: ApplicationStatusType,
      nullable: true,
      description: 'The status before.',
    }),
    status: t.expose('status', { type: ApplicationStatusType, description: 'The status from then on.' }),
    authorityReference: t.exposeString('authority_reference', {
      nullable: true,
      description: "The authority's own reference.",
    }),
    note: t.exposeString('note', { nullable: true, description: 'What happened, in one sentence.' }),
  }),
});

/** One event, with the same content as a webhook delivers. */
export const EventObject = builder.objectRef<FeedEvent>('Event').implement({
  description: 'Something that happened to an application: what a webhook delivers.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'The event; the same over webhooks, streams and lists.' }),
    type: t.expose('type', { type: EventTypeType, description: 'What kind of event.' }),
    timestamp: t.expose('at', { type: 'DateTime', description: 'When it happened.' }),
    livemode: t.boolean({ description: 'False in the sandbox.', resolve: ({ mode }) => mode === 'live' }),
    data: t.expose('data', { type: EventDataType, description: 'The application right after it.' }),
  }),
});

/** Where a page of a connection ends. */
export const PageInfoType = builder
  .objectRef<{ hasNextPage: boolean; endCursor: string | null; startCursor: string | null }>('PageInfo')
  .implement({
    description: 'Where a page of a connection ends.',
    fields: (t) => ({
      hasNextPage: t.exposeBoolean('hasNextPage', { description: 'More follow.' }),
      hasPreviousPage: t.boolean({
        description: 'Always false: connections are read forwards.',
        resolve: () => false,
      }),
      startCursor: t.exposeString('startCursor', { nullable: true, description: 'Cursor of the first item.' }),
      endCursor: t.exposeString('endCursor', {
        nullable: true,
        description: 'Cursor of the last item: pass it as `after` to read on.',
      }),
    }),
  });

const EventEdgeType = builder.objectRef<FeedEvent>('EventEdge').implement({
  description: 'An event and its cursor.',
  fields: (t) => ({
    cursor: t.string({ description: 'Pass it as `after` to read on from here.', resolve: eventCursor }),
    node: t.field({ type: EventObject, description: 'The event.', resolve: (event) => event }),
  }),
});

const EventConnectionType = builder.objectRef<EventPage>('EventConnection').implement({
  description: 'Events, oldest first.',
  fields: (t) => ({
    edges: t.expose('events', { type: [EventEdgeType], description: 'The events with their cursors.' }),
    nodes: t.expose('events', { type: [EventObject], description: 'The events.' }),
    pageInfo: t.field({
      type: PageInfoType,
      description: 'Where the page ends.',
      resolve: ({ events, hasMore }) => ({
        hasNextPage: hasMore,
        startCursor: events.length === 0 ? null : eventCursor(events[0]!),
        endCursor: events.length === 0 ? null : eventCursor(events.at(-1)!),
      }),
    }),
    nextCursor: t.exposeString('nextCursor', {
      nullable: true,
      description: 'Cursor of what follows already; null at the end of what there is.',
    }),
    nextStep: t.expose('nextStep', { type: NextStepType, description: 'What to do next.' }),
  }),
});

builder.queryField('events', (t) =>
  t.field({
    type: EventConnectionType,
    access: 'KEY',
    description:
      'What happened to the applications of the account, oldest first. Reading on after the last event misses none.',
    args: {
      first: t.arg.int({ description: 'How many, at most 200; 50 when left out.' }),
      after: t.arg.string({ description: 'A cursor of this list, or the id of an event.' }),
      types: t.arg({ type: [EventTypeType], description: 'Kinds of events; all when left out.' }),
      applicationId: t.arg.string({ description: 'Of one application only.' }),
    },
    resolve: (_root, args, ctx) => listEvents(ctx, args),
  }),
);

builder.subscriptionField('accountEvents', (t) =>
  t.field({
    type: EventObject,
    access: 'KEY',
    description:
      'Follows the applications of the account. With `after` it begins with what was missed since that event, then goes on live, without gap and without repeat.',
    args: {
      types: t.arg({ type: [EventTypeType], description: 'Kinds of events; all when left out.' }),
      after: t.arg.string({ description: 'Id of the last event received; only new events when left out.' }),
    },
    subscribe: (_root, args, ctx) => followAccountEvents(ctx, args),
    resolve: (event) => event,
  }),
);
