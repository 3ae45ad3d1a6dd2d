import type { NextStep } from '../../kernel/next-step.ts';
import type { Application } from '../orders/application.ts';
import type { Order } from '../orders/order.ts';

/** Says what to do next about an application in its present status. */
export function nextStepFor(
  application: Pick<Application, 'id' | 'status' | 'appliedAt' | 'product' | 'actionRequired'>,
  order: Pick<Order, 'paymentSessionId' | 'checkoutUrl'>,
): NextStep {
  const follow = { operation: 'GetApplicationStatus', arguments: { id: application.id } };
  switch (application.status) {
    case 'DRAFT':
      return {
        action: 'pay',
        why: 'The traveler pays on the checkout page; then the form can be submitted.',
        operation: 'GetPaymentStatus',
        arguments: { payment_session_id: order.paymentSessionId },
        url: order.checkoutUrl ?? undefined,
      };
    case 'PAID':
      return application.appliedAt
        ? {
            action: 'wait',
            why: 'The application will be filed shortly. Until then it can still be changed.',
            ...follow,
          }
        : {
            action: 'apply',
            why: 'The order is paid; the form is what is missing.',
            operation: 'SubmitApplication',
            arguments: { visa_type: application.product, payment_session_id: order.paymentSessionId },
          };
    case 'SUBMITTED':
    case 'IN_REVIEW':
      return { action: 'wait', why: 'The authority decides. Ask again later, or register a webhook.', ...follow };
    case 'ACTION_REQUIRED':
      return {
        action: 'answer',
        why: 'The authority asked for something. Send the fields that it named.',
        operation: 'PatchApplication',
        arguments: { id: application.id },
      };
    case 'APPROVED':
      return {
        action: 'done',
        why: 'The authorization was granted. Travel with the passport that it was issued for.',
        operation: null,
        arguments: {},
      };
    case 'DENIED':
      return {
        action: 'check_alternatives',
        why: 'The authorization was denied. Another visa may be open to the traveler.',
        operation: 'CheckEligibility',
        arguments: {},
      };
    case 'CANCELLED':
    case 'EXPIRED':
      return {
        action: 'check_out',
        why: 'This application is closed. Check out again to start a new one.',
        operation: 'CreateCheckout',
        arguments: { visa_type: application.product },
      };
  }
}
