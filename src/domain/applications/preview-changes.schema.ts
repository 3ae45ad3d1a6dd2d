import { builder } from '../../graphql/builder.ts';
import { MoneyType } from '../../graphql/scalars.ts';
import { applicationArgs } from './application-status.schema.ts';
import { type ChangePreview, previewCancellation, previewRefund } from './preview-changes.ts';

const ChangePreviewType = builder.objectRef<ChangePreview>('ChangePreview').implement({
  description: 'What a change would do, before it is made.',
  fields: (t) => ({
    applicationId: t.exposeString('applicationId', { description: 'The application that was named.' }),
    orderId: t.exposeString('orderId', { description: 'Its order.' }),
    statement: t.exposeString('statement', { description: 'What would happen: what is returned, and what is not.' }),
    returned: t.expose('returned', {
      type: MoneyType,
      nullable: true,
      description: 'Money that would go back to the payer; null when none would.',
    }),
    refundableUntil: t.expose('refundableUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when the order can be refunded; null when it cannot.',
    }),
  }),
});

builder.queryFields((t) => ({
  refundPreview: t.field({
    type: ChangePreviewType,
    access: 'KEY',
    description: 'What a refund would return and cancel, without doing it.',
    args: { id: t.arg.string({ required: true, description: applicationArgs.id }) },
    resolve: (_root, { id }, ctx) => previewRefund(ctx, id),
  }),
  cancellationPreview: t.field({
    type: ChangePreviewType,
    access: 'KEY',
    description: 'What cancelling would do, without doing it.',
    args: { id: t.arg.string({ required: true, description: applicationArgs.id }) },
    resolve: (_root, { id }, ctx) => previewCancellation(ctx, id),
  }),
}));
