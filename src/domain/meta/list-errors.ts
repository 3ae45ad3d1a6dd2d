import { failureKinds } from '../../kernel/failure.ts';

/** One entry of the error catalogue. */
export interface ErrorEntry {
  code: string;
  status: number;
  meaning: string;
  action: string;
  retryable: boolean;
  documentationUrl: string;
}

/** Lists every error code that the service answers with. */
export function listErrors({ baseUrl }: { baseUrl: string }): ErrorEntry[] {
  return Object.entries(failureKinds)
    .map(([code, kind]) => ({ code, ...kind, documentationUrl: `${baseUrl}/docs/errors#${code}` }))
    .sort((one, other) => one.status - other.status || one.code.localeCompare(other.code));
}
