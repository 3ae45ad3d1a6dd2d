/** Where an application stands. APPROVED, DENIED, CANCELLED and EXPIRED are final. */
export const applicationStatuses = [
  'DRAFT',
  'PAID',
  'SUBMITTED',
  'IN_REVIEW',
  'ACTION_REQUIRED',
  'APPROVED',
  'DENIED',
  'CANCELLED',
  'EXPIRED',
] as const;
export type ApplicationStatus = (typeof applicationStatuses)[number];
