import type { Mode, Owner } from '../../kernel/caller.ts';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { fileOwnership, readZones } from '../documents/file-ownership.ts';
import { obstacleTo } from '../eligibility/obstacle.ts';
import { crossCheck, tripDay } from '../ocr/cross-check.ts';
import type { Finding } from '../ocr/finding.ts';
import { checkForm, type FormVerdict } from '../products/check-form.ts';
import { fileUrlsIn } from '../products/form.ts';
import type { OpenProductId } from '../products/product-id.ts';
import { type TravelerFact, travelerFields } from '../products/traveler-fields.ts';

/** Form data as it came in. */
export type FormData = Record<string, unknown>;

/** The traveler's word on a finding: which of the two values is right. Field names as on the wire. */
export interface Confirmation {
  field: string;
  /** The finding that is meant; any finding of the field when absent. */
  code?: string | null | undefined;
  correct: 'form' | 'document';
}

/** What is judged. */
export interface FormToJudge {
  product: OpenProductId;
  form: FormData;
  /** To whom its files may belong. */
  owners: readonly Owner[];
  mode: Mode;
  confirmations?: readonly Confirmation[] | null | undefined;
  /** The saved profile that seeded the form. */
  profile?: Partial<Record<TravelerFact, string | null | undefined>> | null | undefined;
}

/** The judgement of a form. */
export interface Judgement extends FormVerdict {
  /** What comparing the form with the passport, the profile and the trip found. */
  findings: Finding[];
  /** Findings that stop a submission until they are confirmed. */
  unconfirmed: Finding[];
}

/** Seals what was confirmed, to be kept with the application; null when nothing was. */
export function sealConfirmations(
  vault: Vault,
  applicationId: string,
  confirmations: readonly Confirmation[] | null | undefined,
): Uint8Array | null {
  return confirmations?.length ? vault.sealJson(confirmations, `applications.confirmations:${applicationId}`) : null;
}

/** Passport numbers that stand for an outcome in the sandbox; they are on no passport. */
const testNumbers = /^X0000000[1-5]$/;

/**
 * Judges a form by its product's definitions, conditions, cross-field rules and calendar, looks up to whom its files belong, and compares it
 * with the zone of its passport page. Where the traveler confirmed that the document is right, its value replaces the form's. The one
 * judge behind validate, apply and edit.
 */
export async function judgeForm(
  ctx: { db: Db; vault: Vault; clock: Clock; baseUrl: string },
  judged: FormToJudge,
): Promise<Judgement> {
  const { product, owners, form } = judged;
  const today = dateOf(ctx.clock.now());
  const findings = await compareWithPassport(ctx, judged, today);
  const confirmed = (finding: Finding) => judged.confirmations?.find((confirmation) => confirms(confirmation, finding));
  const corrected = { ...form };
  for (const finding of findings) {
    if (confirmed(finding)?.correct === 'document') corrected[finding.field] = finding.correction;
  }
  const ownership = await fileOwnership(ctx, owners, fileUrlsIn(product, corrected));
  const verdict = checkForm(product, corrected, { today, fileOwnership: (url) => ownership.get(url) ?? 'unknown' });
  const unconfirmed = findings.filter((finding) => finding.level === 'BLOCK' && !confirmed(finding));
  return { ...verdict, findings, unconfirmed };
}

async function compareWithPassport(
  ctx: { db: Db; vault: Vault; baseUrl: string },
  { product, form, owners, mode, profile }: FormToJudge,
  today: string,
): Promise<Finding[]> {
  const url = form[travelerFields[product].passportPhotoUrl ?? ''];
  const page = typeof url === 'string' ? url.trim() : undefined;
  const zone = page ? (await readZones(ctx, owners, [page])).get(page) : undefined;
  const isTestNumber = (number: string) => mode === 'sandbox' && testNumbers.test(number);
  const day = tripDay(form) ?? today;
  return crossCheck({
    product,
    form,
    zone: zone ?? null,
    profile,
    today,
    obstacleTo: (holder) => obstacleTo(product, holder, day),
    isTestNumber,
  });
}

function confirms({ field, code, correct }: Confirmation, finding: Finding): boolean {
  if (field !== finding.field || (code && code !== finding.code)) return false;
  return correct === 'form' || finding.correction !== null;
}
