import { hash, randomBytes } from 'node:crypto';
import type { Mode, Scope } from '../../kernel/caller.ts';

/** What every key begins with. */
export const keyPrefix = 'svc_agent_';

const keyForm = /^svc_agent_[0-9a-f]{64}$/;
const displayedCharacters = 14;

/** How long a rolled key goes on working beside its successor, unless the caller says otherwise. */
export const usualOverlapSeconds = 24 * 60 * 60;
/** The longest overlap that a caller can ask for. */
export const longestOverlapSeconds = 30 * 24 * 60 * 60;

/** A key as its account sees it: everything but the secret, which nobody can see again. */
export interface ApiKey {
  id: string;
  accountId: string;
  prefix: string;
  name: string | null;
  mode: Mode;
  scopes: Scope[];
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** The key that replaced this one when it was rolled. */
  replacedBy: string | null;
}

/** A key at the one moment at which its secret is known. */
export interface IssuedKey {
  /** The secret: shown once, never stored. */
  apiKey: string;
  key: ApiKey;
}

/** Makes a secret key of 256 random bits. */
export function makeSecret(): string {
  return keyPrefix + randomBytes(32).toString('hex');
}

/** Returns what is stored of a key. The key is random, so that one fast hash protects it. */
export function hashSecret(apiKey: string): string {
  return hash('sha256', apiKey);
}

/** Returns the part of a key that may be displayed. */
export function displayPrefix(apiKey: string): string {
  return apiKey.slice(0, displayedCharacters);
}

/** Returns the key in an Authorization header, or undefined when the header does not hold one. */
export function readBearer(authorization: string): string | undefined {
  if (authorization.slice(0, 7).toLowerCase() !== 'bearer ') return undefined;
  const apiKey = authorization.slice(7).trim();
  return keyForm.test(apiKey) ? apiKey : undefined;
}

/** Tells whether a key works at a moment. */
export function isUsable(key: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: Date): boolean {
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now);
}
