import type { Caller } from '../../kernel/caller.ts';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import type { NextStep } from '../../kernel/next-step.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { findProduct } from '../products/catalog.ts';
import { type ApplicationStatusReport, getApplicationStatus } from './get-application-status.ts';

/** An application in plain language, without passport number or date of birth. */
export interface ApplicationSummary {
  applicationId: string;
  summary: string;
  highlights: string[];
  nextStep: NextStep;
  links: ApplicationStatusReport['links'];
}

/** Tells in plain language how an application stands. Throws as `requireApplication` does. */
export async function getApplicationSummary(
  ctx: { db: Db; vault: Vault; caller: Caller; clock: Clock; baseUrl: string },
  request: { applicationId: string; guestToken?: string | null | undefined },
): Promise<ApplicationSummary> {
  const report = await getApplicationStatus(ctx, request);
  return {
    applicationId: report.applicationId,
    summary: summarize(report),
    highlights: highlightsOf(report),
    nextStep: report.nextStep,
    links: report.links,
  };
}

/** Says in two or three sentences how an application stands. */
export function summarize(report: ApplicationStatusReport): string {
  const product = findProduct(report.product);
  return `${product.name}: ${report.statusLabel.toLowerCase()}. ${report.statusExplanation} ${report.nextStep.why}`;
}

function highlightsOf(report: ApplicationStatusReport): string[] {
  const facts: (string | null)[] = [
    report.order.paidAt && `Paid on ${dateOf(report.order.paidAt)}.`,
    report.order.refundedAt && `Refunded on ${dateOf(report.order.refundedAt)}.`,
    report.submittedAt && `Filed with the authority on ${dateOf(report.submittedAt)}.`,
    report.authorityReference && `The authority's reference is ${report.authorityReference}.`,
    report.estimatedDecisionAt && `A decision is usual by ${dateOf(report.estimatedDecisionAt)}.`,
    report.actionRequired && `Asked for: ${report.actionRequired.message}`,
    report.authorization && `Valid from ${report.authorization.validFrom} to ${report.authorization.validUntil}.`,
  ];
  return facts.filter((fact) => fact !== null && fact !== undefined && fact !== '') as string[];
}
