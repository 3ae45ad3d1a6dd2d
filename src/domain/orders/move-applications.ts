import { Failure, type FailureCode } from '../../kernel/failure.ts';
import type { Db } from '../../store/db.ts';
import type { NewEvent } from '../events/event.ts';
import { recordEvents } from '../events/record-events.ts';
import { findProduct } from '../products/catalog.ts';
import type { Application, ApplicationChange } from './application.ts';
import { updateApplication } from './order.store.ts';
import type { Order } from './order.ts';
import { allows, moves, nextStatuses, submittedStatuses, type Trigger } from './state.ts';

/** A move of one application: what happens, when, and what else the change sets. */
export interface MoveRequest {
  application: Application;
  order: Order;
  trigger: Trigger;
  at: Date;
  /** One plain sentence for the timeline. */
  note: string | null;
  set?: Omit<ApplicationChange, 'status'>;
}

/** Which failure a refused trigger is told as. */
const refusals: Partial<Record<Trigger, FailureCode>> = { cancel: 'ALREADY_SUBMITTED', refund: 'ALREADY_SUBMITTED' };

/**
 * Moves an application along the state table and records the events of the move, both in the given transaction. It is the only
 * code that changes a status. Refuses every other move with INVALID_TRANSITION, and edits of a submitted application with
 * ALREADY_SUBMITTED. The row must have been read under lock in the same transaction.
 */
export async function moveApplication(tx: Db, request: MoveRequest): Promise<Application> {
  const { application, order, trigger, at } = request;
  if (!allows(application.status, trigger)) {
    const submitted = submittedStatuses.includes(application.status);
    throw new Failure((submitted ? refusals[trigger] : undefined) ?? 'INVALID_TRANSITION', {
      details: { status: application.status, allowed: nextStatuses(application.status) },
    });
  }
  const move = moves[trigger];
  const change = { ...request.set, status: move.to, updatedAt: at };
  await updateApplication(tx, application.id, change);
  const moved: Application = { ...application, ...change };
  const event: Omit<NewEvent, 'type'> = {
    mode: order.mode,
    accountId: order.accountId,
    guestId: order.guestId,
    orderId: order.id,
    applicationId: application.id,
    at,
    data: {
      application_id: application.id,
      order_id: order.id,
      visa_type: application.product,
      destination: findProduct(application.product).destinations[0]!,
      previous_status: application.status,
      status: move.to,
      authority_reference: moved.authorityReference,
      note: request.note,
    },
  };
  await recordEvents(
    tx,
    [...move.announces, 'status_change' as const].map((type) => ({ ...event, type })),
  );
  return moved;
}
