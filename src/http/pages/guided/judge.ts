import type { Arrival } from '../../door.ts';
import type { RouteTools } from '../../routes.ts';
import { RefusedPage } from '../for-people.ts';
import { type Html, writePage } from '../html.ts';
import { performForPage } from '../perform-page.ts';
import { type ProductFacts, readProduct } from '../product-facts.ts';
import { type Choices, eligibilityVariables, type Problems, problemsOf, readChoices } from './choices.ts';
import { notOpenPage, otherAnswerPage, passportStep } from './steps.ts';
import type { Eligibility } from './verdict.ts';

/** The page with the live price runs a script of ours; the address of a form may be told to this service alone. */
const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
};

/** Writes a page of the guided application. */
export const write = ({ response, exchange }: Arrival, status: number, content: Html) =>
  writePage(response, exchange, status, content, headers);

/** Performs a document; what is the fault of fields comes back as problems, everything else is thrown. */
export async function ask<Data>(
  arrival: Arrival,
  { door }: RouteTools,
  operation: string,
  variables: Record<string, unknown>,
): Promise<{ data: Data } | { problems: Problems }> {
  const answer = await performForPage(door, arrival, operation, variables);
  if (!('error' in answer)) return { data: answer.data as Data };
  const problems = problemsOf(answer);
  if (!problems) throw new RefusedPage(answer);
  arrival.code = answer.error.code;
  return { problems };
}

/** A traveler whom this product is for. */
export interface Judged {
  facts: ProductFacts;
  choices: Choices;
  eligibility: Eligibility;
}

/** Goes the first step: answers the request itself, and returns undefined, unless this product is what the traveler needs. */
export async function judge(arrival: Arrival, tools: RouteTools, given: URLSearchParams): Promise<Judged | undefined> {
  const facts = await readProduct(arrival, tools, 'apply');
  if (!facts) return undefined;
  const isForm = arrival.request.method === 'POST';
  if (facts.status !== 'open') {
    write(arrival, isForm ? 422 : 200, notOpenPage(facts));
    return undefined;
  }
  const choices = readChoices(given, facts);
  const again = (problems: Problems) =>
    write(arrival, Object.keys(problems).length > 0 ? 400 : 200, passportStep({ facts, choices, problems }));
  if (given.get('step') === 'passport' || (choices.nationality === '' && !given.has('nationality'))) {
    again({});
    return undefined;
  }
  const asked = await ask<Eligibility>(arrival, tools, 'CheckEligibility', eligibilityVariables(choices));
  if ('problems' in asked) {
    again(asked.problems);
    return undefined;
  }
  const eligibility = asked.data;
  if (eligibility.visa_type === facts.id && eligibility.status === 'open') return { facts, choices, eligibility };
  write(arrival, isForm ? 422 : 200, otherAnswerPage({ facts, choices, problems: {} }, eligibility));
  return undefined;
}
