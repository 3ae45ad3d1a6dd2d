import type { ApplicationStatus } from '../../kernel/status.ts';

/** How a status is told to people. */
export interface StatusWords {
  label: string;
  explanation: string;
}

const words: Readonly<Record<ApplicationStatus, StatusWords>> = {
  DRAFT: { label: 'Waiting for payment', explanation: 'The order is not paid yet. Nothing has been filed.' },
  PAID: { label: 'Paid', explanation: 'The order is paid. The application form has not been submitted yet.' },
  SUBMITTED: { label: 'Submitted', explanation: 'The application is with the authority, which has not opened it yet.' },
  IN_REVIEW: { label: 'In review', explanation: 'The authority is looking at the application.' },
  ACTION_REQUIRED: {
    label: 'Your input is needed',
    explanation: 'The authority needs something from the traveler before it can decide.',
  },
  APPROVED: { label: 'Approved', explanation: 'The authority granted the authorization.' },
  DENIED: { label: 'Denied', explanation: 'The authority did not grant the authorization.' },
  CANCELLED: { label: 'Cancelled', explanation: 'The application was cancelled and will not be filed.' },
  EXPIRED: { label: 'Expired', explanation: 'The payment session ran out before it was paid. Nothing was charged.' },
};

/** Returns how a status is told, and tells a paid application that waits for filing apart from one that waits for its form. */
export function statusWords(status: ApplicationStatus, applied: boolean): StatusWords {
  if (status === 'PAID' && applied) {
    return {
      label: 'Ready to file',
      explanation:
        'The form is complete. The application goes to the authority when the time for last changes has passed.',
    };
  }
  return words[status];
}
