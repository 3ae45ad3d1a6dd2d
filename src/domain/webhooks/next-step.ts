import type { NextStep } from '../../kernel/next-step.ts';
import type { Delivery } from './delivery.ts';
import type { Webhook } from './webhook.ts';

/** After an endpoint was made: see what is delivered to it. */
export function watchDeliveries({ id }: Pick<Webhook, 'id'>): NextStep {
  return {
    action: 'wait',
    why: 'Store the signing secret and verify every delivery with it. What was delivered, and what was not, is listed here.',
    operation: 'ListDeliveries',
    arguments: { id },
  };
}

/** After deliveries were listed: mend the receiver where something failed, else follow the application. */
export function afterDeliveries(webhook: Webhook, deliveries: readonly Pick<Delivery, 'status'>[]): NextStep {
  if (deliveries.some(({ status }) => status === 'failed' || status === 'exhausted')) {
    return {
      action: 'mend_receiver',
      why: 'Some deliveries failed. Let the receiver answer 2xx within 15 seconds, then deliver again what is exhausted with the GraphQL mutation replayEvents.',
      operation: 'ListDeliveries',
      arguments: { id: webhook.id },
    };
  }
  return webhook.applicationId === null
    ? { action: 'wait', why: 'Everything was delivered, or will be soon.', operation: null, arguments: {} }
    : {
        action: 'check_status',
        why: 'Everything was delivered, or will be soon. The status can also be read at any time.',
        operation: 'GetApplicationStatus',
        arguments: { id: webhook.applicationId },
      };
}
