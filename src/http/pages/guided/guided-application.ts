import { randomUUID } from 'node:crypto';
import type { Arrival } from '../../door.ts';
import type { Route, RouteTools } from '../../routes.ts';
import { forPeople, redirect } from '../for-people.ts';
import { readIntroduction } from '../product-facts.ts';
import { packagedScript } from '../static-asset.ts';
import { priceVariables, readPlace } from './choices.ts';
import { destinationPage } from './destination.ts';
import { ask, judge, write } from './judge.ts';
import { order, writePayStep } from './order.ts';
import { optionsStep, type ShownPrice } from './steps.ts';
import type { Eligibility } from './verdict.ts';

async function show(arrival: Arrival, tools: RouteTools): Promise<void> {
  const given = new URLSearchParams(arrival.query);
  const judged = await judge(arrival, tools, given);
  if (!judged) return;
  const { facts, choices, eligibility } = judged;
  const asked = await ask<ShownPrice>(arrival, tools, 'ShowPrice', priceVariables(facts.id, choices));
  if ('problems' in asked) {
    const { problems } = asked;
    return write(arrival, 400, optionsStep({ facts, choices, problems }, eligibility, undefined));
  }
  if (given.get('step') !== 'pay') {
    return write(arrival, 200, optionsStep({ facts, choices, problems: {} }, eligibility, asked.data));
  }
  await writePayStep(arrival, tools, judged, asked.data, { status: 200, formId: randomUUID() });
}

async function choose(arrival: Arrival, tools: RouteTools): Promise<void> {
  const given = new URLSearchParams(arrival.query);
  const { products } = await readIntroduction(arrival, tools);
  const asks = { nationality: readPlace(given, 'nationality'), destination: readPlace(given, 'destination') };
  const promo = given.get('promo_code') ?? given.get('promo') ?? '';
  if (!given.has('nationality') && !given.has('destination')) {
    return write(arrival, 200, destinationPage({ products, ...asks, promo, problems: {} }));
  }
  const asked = await ask<Eligibility>(arrival, tools, 'CheckEligibility', asks);
  if ('problems' in asked) {
    return write(arrival, 400, destinationPage({ products, ...asks, promo, problems: asked.problems }));
  }
  const { visa_type: product, status } = asked.data;
  if (product !== undefined && status === 'open') {
    const query = new URLSearchParams({ ...asks, ...(promo !== '' && { promo_code: promo }) });
    return redirect(arrival, 302, `/apply/${product}?${query}`);
  }
  write(arrival, 200, destinationPage({ products, ...asks, promo, problems: {}, eligibility: asked.data }));
}

/** The guided application: from the passport to the order. Everything works without scripts. */
export const guidedApplicationPages: readonly Route[] = [
  { method: 'GET', path: '/apply', access: 'OPEN', handle: forPeople(choose) },
  { method: 'GET', path: '/apply/:product', access: 'OPEN', handle: forPeople(show) },
  { method: 'POST', path: '/apply/:product', access: 'OPEN', handle: forPeople(order) },
  packagedScript('/apply/live-price.js', './guided/live-price.js'),
];
