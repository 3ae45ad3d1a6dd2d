import { builder } from '../../graphql/builder.ts';
import { applicationStatuses } from '../../kernel/status.ts';

/** Where an application stands, as the schema names it. */
export const ApplicationStatusType = builder.enumType('ApplicationStatus', {
  description: 'Where an application stands. APPROVED, DENIED, CANCELLED and EXPIRED are final.',
  values: applicationStatuses,
});
