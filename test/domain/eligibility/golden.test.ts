import { describe, expect, it } from 'vitest';
import type { Condition, Verdict } from '../../../src/domain/eligibility/verdict.ts';
import { ask } from './ask.ts';
import golden from './golden.json' with { type: 'json' };

const productOf = (verdict: Verdict) => (verdict.required ? verdict.product : null);

/** The deciding conditions as the cases write them: alternatives joined by "or". */
function decidingCodes(conditions: readonly Condition[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { code, alternativeTo, decides } of conditions) {
    if (!decides) continue;
    const group = alternativeTo ?? code;
    groups.set(group, [...(groups.get(group) ?? []), code]);
  }
  return [...groups.values()].map((codes) => codes.join(' or '));
}

describe('a passport and a destination', () => {
  it('covers every case of the sample', () => {
    expect(golden.cases).toHaveLength(221);
    expect(golden.traveler_cases).toHaveLength(15);
    expect(golden.input_cases).toHaveLength(5);
  });

  it.each(golden.cases)('$nationality to $destination answers $expected.product, $expected.reason_code', (sample) => {
    const verdict = ask(sample.nationality, sample.destination);
    const { expected } = sample;
    expect({
      required: verdict.required,
      product: productOf(verdict),
      status: verdict.kind === 'not_required' ? null : verdict.kind === 'open' ? 'open' : 'not_open',
      available: verdict.kind === 'not_required' ? null : verdict.kind === 'open',
      reason_code: verdict.reasonCode,
    }).toEqual({
      required: expected.required,
      product: expected.product,
      status: expected.status,
      available: expected.available,
      reason_code: expected.reason_code,
    });
    const warnings = 'warnings' in expected ? (expected.warnings as string[]) : [];
    expect(verdict.warnings.map(({ code }) => code)).toEqual(expect.arrayContaining(warnings));
    const conditions = 'conditions' in expected ? (expected.conditions as string[]) : [];
    expect(decidingCodes(verdict.conditions)).toEqual(conditions);
    if (verdict.required) expect(verdict.eligibility).toBe('conditional' in expected ? 'conditional' : 'eligible');
  });
});

describe('what is said about the traveler', () => {
  const ownNames: Record<string, string> = { resident_of: 'residence' };

  it.each(golden.traveler_cases)('$id answers $expected_product', (sample) => {
    const traveler = Object.fromEntries(
      Object.entries(sample.traveler).map(([name, value]) => [ownNames[name] ?? name, value]),
    );
    expect(productOf(ask(sample.nationality, sample.destination, traveler))).toBe(sample.expected_product);
  });
});

describe('codes', () => {
  it.each(golden.input_cases)(
    '$nationality to $destination: $expect',
    ({ nationality, destination, expect: wanted }) => {
      const product = /: ([A-Z0-9_]+)$/.exec(wanted)?.[1];
      const status = Number(/^\d{3}/.exec(wanted)?.[0]);
      if (product !== undefined) expect(productOf(ask(nationality, destination))).toBe(product);
      else expect(() => ask(nationality, destination)).toThrow(expect.objectContaining({ status }));
    },
  );
});
