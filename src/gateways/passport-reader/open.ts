import type { PassportReader } from '../../domain/ocr/passport-reader.port.ts';
import type { Clock } from '../../kernel/clock.ts';

/** Opens the reader that is configured; the client of a provider is loaded only where it is used. */
export async function openPassportReader(
  config: { kind: 'local' } | { kind: 'textract'; region: string; endpoint: string | null },
  clock: Clock,
): Promise<PassportReader> {
  if (config.kind === 'local') {
    const { createLocalReader } = await import('./local.ts');
    return createLocalReader({ clock });
  }
  const { createTextractReader } = await import('./textract.ts');
  return createTextractReader(config);
}
