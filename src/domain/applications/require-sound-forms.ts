import { Failure, type FieldProblem } from '../../kernel/failure.ts';
import type { Finding } from '../ocr/finding.ts';
import type { Judgement } from './judge-form.ts';

/** What `error.details` says of a disagreement between a form and its passport; values are masked. */
interface Disagreement extends FieldProblem {
  form_value: string | null;
  document_value: string | null;
  fix: string;
}

const disagreementOf = ({ code, message, formValue, documentValue, fix }: Finding): Disagreement => ({
  code,
  message,
  form_value: formValue,
  document_value: documentValue,
  fix,
});

/**
 * Throws VALIDATION_FAILED with every problem of every form, and, when all are complete, DOCUMENT_MISMATCH with every disagreement that nobody
 * confirmed. `prefix` names the traveler before the field.
 */
export function requireSoundForms(
  judgements: readonly Judgement[],
  prefix: (index: number) => string = () => '',
): void {
  const problems: Record<string, FieldProblem> = {};
  const disagreements: Record<string, Disagreement> = {};
  for (const [index, judgement] of judgements.entries()) {
    for (const { field, code, message } of judgement.problems)
      problems[`${prefix(index)}${field}`] ??= { code, message };
    for (const finding of judgement.unconfirmed) {
      disagreements[`${prefix(index)}${finding.field}`] ??= disagreementOf(finding);
    }
  }
  if (Object.keys(problems).length > 0) throw new Failure('VALIDATION_FAILED', { details: problems });
  if (Object.keys(disagreements).length > 0) throw new Failure('DOCUMENT_MISMATCH', { details: disagreements });
}
