import type { Caller } from '../../kernel/caller.ts';
import { addSeconds, type Clock } from '../../kernel/clock.ts';
import type { NextStep } from '../../kernel/next-step.ts';
import type { ApplicationStatus } from '../../kernel/status.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { type Authorization, authorizationPlace } from '../orders/application.ts';
import type { TimelineEntry } from '../orders/order.store.ts';
import { type PaymentStatus, refundableUntil } from '../orders/order.ts';
import { requireApplication, type VisibleApplication } from '../orders/require-application.ts';
import { statusWords } from '../orders/status-words.ts';
import { findProduct } from '../products/catalog.ts';
import type { OpenProductId } from '../products/product-id.ts';
import { nextStepFor } from './next-step.ts';

/** How an application stands, for whoever may see it. */
export interface ApplicationStatusReport {
  applicationId: string;
  product: OpenProductId;
  destination: string;
  status: ApplicationStatus;
  statusLabel: string;
  statusExplanation: string;
  appliedAt: Date | null;
  submittedAt: Date | null;
  decidedAt: Date | null;
  /** When the authority usually has decided; null before filing and after the decision. */
  estimatedDecisionAt: Date | null;
  authorityReference: string | null;
  authorization: (Authorization & { documentUrl: string }) | null;
  actionRequired: { fields: string[]; message: string } | null;
  order: {
    orderId: string;
    paymentStatus: PaymentStatus;
    paidAt: Date | null;
    refundedAt: Date | null;
    refundableUntil: Date | null;
  };
  timeline: TimelineEntry[];
  nextStep: NextStep;
  links: { self: string; summary: string; requirements: string };
}

/** Reports how an application stands. Throws as `requireApplication` does. */
export async function getApplicationStatus(
  ctx: { db: Db; vault: Vault; caller: Caller; clock: Clock; baseUrl: string },
  request: { applicationId: string; guestToken?: string | null | undefined },
): Promise<ApplicationStatusReport> {
  return reportStatus(ctx, await requireApplication(ctx, request.applicationId, request.guestToken));
}

/** Makes the report of an application that was found visible. */
export function reportStatus(
  ctx: { vault: Vault; baseUrl: string },
  { application, order, timeline }: VisibleApplication,
): ApplicationStatusReport {
  const words = statusWords(application.status, application.appliedAt !== null);
  const product = findProduct(application.product);
  const pending = application.status === 'SUBMITTED' || application.status === 'IN_REVIEW';
  return {
    applicationId: application.id,
    product: application.product,
    destination: product.destinations[0]!,
    status: application.status,
    statusLabel: words.label,
    statusExplanation: words.explanation,
    appliedAt: application.appliedAt,
    submittedAt: application.submittedAt,
    decidedAt: application.decidedAt,
    estimatedDecisionAt:
      pending && application.submittedAt && product.processing.officialMaxHours !== null
        ? addSeconds(application.submittedAt, product.processing.officialMaxHours * 3600)
        : null,
    authorityReference: application.authorityReference,
    authorization: openAuthorization(ctx, application),
    actionRequired: application.status === 'ACTION_REQUIRED' ? application.actionRequired : null,
    order: {
      orderId: application.orderId,
      paymentStatus: order.paymentStatus,
      paidAt: order.paidAt,
      refundedAt: order.refundedAt,
      refundableUntil: refundableUntil(order),
    },
    timeline: [
      { at: application.createdAt.toISOString(), status: 'DRAFT', note: 'The checkout was made.' },
      ...timeline,
    ],
    nextStep: nextStepFor(application, order),
    links: {
      self: `${ctx.baseUrl}/api/v1/agent/status/${application.id}`,
      summary: `${ctx.baseUrl}/api/v1/agent/summary/${application.id}`,
      requirements: `${ctx.baseUrl}/requirements/${application.product}`,
    },
  };
}

function openAuthorization(
  ctx: { vault: Vault; baseUrl: string },
  application: { id: string; authorization: Uint8Array | null },
): ApplicationStatusReport['authorization'] {
  if (!application.authorization) return null;
  const granted = ctx.vault.openJson<Authorization>(application.authorization, authorizationPlace(application.id));
  return { ...granted, documentUrl: `${ctx.baseUrl}/api/v1/agent/applications/${application.id}/authorization.pdf` };
}
