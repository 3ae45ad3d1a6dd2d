import { builder } from '../../graphql/builder.ts';
import type { EventType } from './event.ts';

/** The kinds of events, for every concept that lets a caller choose among them. */
export const EventTypeType = builder.enumType('EventType', {
  description: 'What can happen to an application.',
  values: {
    status_change: { description: 'The status of the application changed.' },
    payment_confirmed: { description: 'The payment was confirmed.' },
    visa_approved: { description: 'The authorization was approved.' },
    visa_denied: { description: 'The authorization was denied.' },
  } satisfies Record<EventType, { description: string }>,
});
