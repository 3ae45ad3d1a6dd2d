import { hash } from 'node:crypto';
import type { Caller } from '../../kernel/caller.ts';
import { addSeconds, type Clock } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import { newId } from '../../kernel/id.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../store/vault.ts';
import { deleteConfirmations, findAnswer, insertConfirmation, markUsed, writeAnswer } from './confirmation.store.ts';
import { fingerprintOf } from './idempotent-call.ts';

/** How long a question stands. */
export const confirmationSeconds = 10 * 60;
const recordSeconds = 365 * 24 * 60 * 60;
const purpose = 'confirmation';

/** What confirming needs; the clock is the real one. */
export interface ConfirmationServices {
  db: Db;
  vault: Vault;
  realClock: Clock;
}

/** A call that acts only once it is confirmed. */
export interface CallToConfirm {
  caller: Caller;
  operation: string;
  arguments: unknown;
}

/** A question that waits for its answer. */
export interface Confirmation {
  id: string;
  /** Proves the question: whoever sends it back with the same call confirms it. */
  token: string;
  expiresAt: Date;
}

function scopeOf({ caller, operation }: CallToConfirm): string {
  const who = caller.kind === 'account' ? caller.accountId : caller.kind === 'guest' ? caller.address : 'system';
  return hash('sha256', JSON.stringify([caller.kind, who, operation]));
}

/** Stores what a caller is asked to confirm, and returns the token that confirms it once within 10 minutes. */
export async function askConfirmation(
  { db, vault, realClock }: ConfirmationServices,
  call: CallToConfirm,
  statement: string,
): Promise<Confirmation> {
  const now = realClock.now();
  const id = newId('cnf');
  const expiresAt = addSeconds(now, confirmationSeconds);
  await deleteConfirmations(db, addSeconds(now, -recordSeconds));
  const fingerprint = fingerprintOf(call.arguments);
  await insertConfirmation(db, { id, scope: scopeOf(call), fingerprint, statement, createdAt: now, expiresAt });
  return { id, token: `${id}.${vault.sign(id, purpose).toString('base64url')}`, expiresAt };
}

/** Returns the id in a token; throws CONFIRMATION_INVALID unless this service made it. */
export function requireConfirmationId({ vault }: Pick<ConfirmationServices, 'vault'>, token: string): string {
  const [id = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0 || !vault.verify(id, Buffer.from(signature, 'base64url'), purpose)) {
    throw new Failure('CONFIRMATION_INVALID');
  }
  return id;
}

/**
 * Uses a confirmation up. Throws CONFIRMATION_INVALID when the token was tampered with, is another caller's or another
 * call's, is older than 10 minutes, or was used before by any process.
 */
export async function useConfirmation(
  services: ConfirmationServices,
  call: CallToConfirm,
  token: string,
): Promise<void> {
  const id = requireConfirmationId(services, token);
  const { db, realClock } = services;
  const fingerprint = fingerprintOf(call.arguments);
  if (!(await markUsed(db, { id, scope: scopeOf(call), fingerprint }, realClock.now()))) {
    throw new Failure('CONFIRMATION_INVALID');
  }
}

/** Hands an answer to the process that waits for it. */
export async function passAnswer(
  { db }: Pick<ConfirmationServices, 'db'>,
  id: string,
  accepted: boolean,
): Promise<void> {
  await writeAnswer(db, id, accepted ? 'accepted' : 'declined');
}

/** Returns what another process was answered; undefined while it was not. */
export async function findPassedAnswer(
  { db }: Pick<ConfirmationServices, 'db'>,
  id: string,
): Promise<boolean | undefined> {
  const answer = await findAnswer(db, id);
  return answer === null ? undefined : answer === 'accepted';
}
