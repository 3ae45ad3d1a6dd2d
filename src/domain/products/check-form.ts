import { canadaEtaRules } from './canada-eta-rules.ts';
import { type CrossFieldRule, type FormWarning, rootOf, runRules } from './cross-field-rule.ts';
import { ds160Rules } from './ds160-rules.ts';
import { estaRules } from './esta-rules.ts';
import {
  type FormFacts,
  type FormProblem,
  isBlank,
  type Place,
  type ReadValue,
  readerOf,
  refuse,
} from './field-reader.ts';
import { type Condition, type FormField, formOf } from './form.ts';
import type { OpenProductId } from './product-id.ts';
import { ukEtaRules } from './uk-eta-rules.ts';
import { reportUnknown } from './unknown-field.ts';

export type { FormWarning } from './cross-field-rule.ts';
export type { FileOwnership, FormFacts, FormProblem, ProblemCode } from './field-reader.ts';

/** Form data as a caller sends it: field name to value. */
export type FormData = Readonly<Record<string, unknown>>;

/** The judgement of a form. */
export interface FormVerdict {
  /** What has to be corrected; empty when the form can be filed. */
  problems: FormProblem[];
  /** What the applicant should know; never stops a filing. */
  warnings: FormWarning[];
  /** The answers as they are filed: countries in capitals, texts trimmed, nothing blank, refused or not asked. */
  clean: Record<string, unknown>;
}

/** The rules over several fields, by product. */
export const crossFieldRules: Record<OpenProductId, readonly CrossFieldRule[]> = {
  ESTA: estaRules,
  DS160: ds160Rules,
  UK_ETA: ukEtaRules,
  CANADA_ETA: canadaEtaRules,
};

interface CompiledField {
  field: FormField;
  read: ReadValue;
  /** Place of the field that the condition looks at, and the values that fulfil it. */
  condition: { controller: number; values: ReadonlySet<unknown>; because: string } | undefined;
}

interface CompiledForm {
  fields: readonly CompiledField[];
  names: ReadonlySet<string>;
  rules: readonly CrossFieldRule[];
}

/** Returns the values of the other field that fulfil a condition. */
export function valuesOf(condition: Condition): readonly (string | boolean)[] {
  return condition.in ?? [condition.equals!];
}

function compile(product: OpenProductId): CompiledForm {
  const { fields } = formOf(product);
  const places = new Map(fields.map((field, place) => [field.name, place]));
  const conditionOf = (field: FormField, place: number): CompiledField['condition'] => {
    if (field.required_when === undefined) return undefined;
    const controller = places.get(field.required_when.field);
    // Conditions are decided in one pass, so what they look at has to stand before.
    if (controller === undefined || controller >= place) throw new Error(`${product}.${field.name}: condition ahead`);
    const values = valuesOf(field.required_when);
    const meant = values.length === 1 ? `is ${values[0]}` : 'is answered as it is';
    return { controller, values: new Set(values), because: `“${fields[controller]!.label}” ${meant}` };
  };
  return {
    fields: fields.map((field, place) => ({ field, read: readerOf(field), condition: conditionOf(field, place) })),
    names: new Set(places.keys()),
    rules: crossFieldRules[product],
  };
}

const compiled: Record<OpenProductId, CompiledForm> = {
  ESTA: compile('ESTA'),
  DS160: compile('DS160'),
  UK_ETA: compile('UK_ETA'),
  CANADA_ETA: compile('CANADA_ETA'),
};

/**
 * Judges a form by the product's definitions, conditions, rules over several fields and the calendar. Pure. Each mistake
 * is told once, at its field; a field that is not asked is still checked, then left out with a warning.
 */
export function checkForm(product: OpenProductId, form: FormData, facts: FormFacts): FormVerdict {
  const { fields, names, rules } = compiled[product];
  const problems: FormProblem[] = [];
  const warnings: FormWarning[] = [];
  const clean: Record<string, unknown> = {};
  const place: Place = { prefix: '', within: '', facts, problems };
  const notAsked = new Set<number>();

  fields.forEach(({ field, read, condition }, index) => {
    const value = form[field.name];
    const asked = condition === undefined ? 'maybe' : isAsked(condition, fields, clean, notAsked);
    if (asked === 'no') notAsked.add(index);
    if (isBlank(value)) {
      if (field.required) refuse(field, place, 'MISSING', 'is required');
      else if (asked === 'yes') refuse(field, place, 'MISSING', `is required because ${condition!.because}`);
      return;
    }
    const answer = read(value, place);
    if (answer === undefined) return;
    if (asked !== 'no') clean[field.name] = answer;
    else {
      const message = `“${field.label}” is not asked unless ${condition!.because}; it is left out of the application.`;
      warnings.push({ field: field.name, code: 'NOT_ASKED', message });
    }
  });
  reportUnknown(form, names, place);

  const broken = new Set(problems.map((problem) => rootOf(problem.field)));
  runRules(rules, clean, facts, broken, problems, warnings);
  return { problems, warnings, clean };
}

/** Tells whether a condition holds; `maybe` while the field it looks at is left open or refused. */
function isAsked(
  { controller, values }: NonNullable<CompiledField['condition']>,
  fields: readonly CompiledField[],
  clean: FormData,
  notAsked: ReadonlySet<number>,
): 'yes' | 'no' | 'maybe' {
  if (notAsked.has(controller)) return 'no';
  const answer = clean[fields[controller]!.field.name];
  if (answer === undefined) return 'maybe';
  return values.has(answer) ? 'yes' : 'no';
}
