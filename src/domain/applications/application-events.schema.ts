import { builder } from '../../graphql/builder.ts';
import { EventObject } from '../events/events.schema.ts';
import { applicationArgs } from './application-status.schema.ts';
import { followApplication } from './follow-application.ts';

builder.subscriptionField('applicationEvents', (t) =>
  t.field({
    type: EventObject,
    access: 'KEY_OR_GUEST_TOKEN',
    description:
      'Follows one application. With `after` it begins with what was missed since that event, then goes on live, without gap and without repeat.',
    args: {
      applicationId: t.arg.string({ required: true, description: applicationArgs.id }),
      guestToken: t.arg.string({ description: applicationArgs.guestToken }),
      after: t.arg.string({ description: 'Id of the last event received; only new events when left out.' }),
    },
    subscribe: (_root, args, ctx) => followApplication(ctx, args),
    resolve: (event) => event,
  }),
);
