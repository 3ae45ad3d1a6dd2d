import { builder } from '../../graphql/builder.ts';
import { ApplicationReportType } from '../applications/application-status.schema.ts';
import { PaymentReportType } from '../checkout/checkout.schema.ts';
import { ApplicationStatusType } from '../orders/orders.schema.ts';
import { advanceApplication } from './advance-application.ts';
import { advanceClock, type SandboxClock } from './advance-clock.ts';
import { paySandboxSession } from './pay-sandbox-session.ts';

const SandboxOutcomeType = builder.enumType('SandboxOutcome', {
  description: 'How a test payment ends.',
  values: ['paid', 'declined', 'processing'] as const,
});

builder.mutationField('paySandboxSession', (t) =>
  t.field({
    type: PaymentReportType,
    access: 'PUBLIC',
    description: 'Plays the payer of a sandbox payment session. Nothing is charged.',
    args: {
      paymentSessionId: t.arg.string({ required: true, description: 'The session that checkout returned.' }),
      outcome: t.arg({ type: SandboxOutcomeType, required: true, description: 'How the payment ends.' }),
    },
    resolve: (_root, request, ctx) => paySandboxSession(ctx, request),
  }),
);

builder.mutationField('advanceSandboxApplication', (t) =>
  t.field({
    type: ApplicationReportType,
    access: 'KEY_OR_GUEST_TOKEN',
    description:
      'Moves a sandbox application one step of the simulated authority, or to a status along the shortest way.',
    args: {
      id: t.arg.string({ required: true, description: 'The application.' }),
      to: t.arg({ type: ApplicationStatusType, description: 'The status to reach; one step when absent.' }),
      guestToken: t.arg.string({ description: 'Guest token of the order; not needed with an API key that owns it.' }),
    },
    resolve: (_root, { id, to, guestToken }, ctx) => advanceApplication(ctx, { applicationId: id, to, guestToken }),
  }),
);

const SandboxClockType = builder.objectRef<SandboxClock>('SandboxClock').implement({
  description: 'The clock of a sandbox account or guest.',
  fields: (t) => ({
    now: t.expose('now', { type: 'DateTime', description: 'The time as it is now for the caller.' }),
    offsetSeconds: t.exposeInt('offsetSeconds', { description: 'How far it runs ahead of the real time.' }),
  }),
});

builder.mutationField('advanceSandboxClock', (t) =>
  t.field({
    type: SandboxClockType,
    access: 'KEY_OR_GUEST_TOKEN',
    description:
      'Moves the clock of a sandbox account, or of the guest of a token: refund windows, guest expiry, holds and webhook retries obey it.',
    args: {
      advanceSeconds: t.arg.int({
        required: true,
        description: 'By how much to move it on, up to 400 days.',
        validate: {
          min: [1, { message: 'advance_seconds must be at least 1' }],
          max: [34_560_000, { message: 'advance_seconds must be at most 34560000 (400 days)' }],
        },
      }),
      guestToken: t.arg.string({ description: 'Guest token of the order; not needed with an API key that owns it.' }),
    },
    resolve: (_root, request, ctx) => advanceClock(ctx, request),
  }),
);
