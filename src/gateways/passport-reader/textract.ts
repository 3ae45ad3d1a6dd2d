import { AnalyzeIDCommand, TextractClient } from '@aws-sdk/client-textract';
import { allAgree, judgeCheckDigits } from '../../domain/ocr/check-digits.ts';
import { type ZoneFormat, zoneShapes } from '../../domain/ocr/mrz.ts';
import type { PassportReader, ReadingOutcome } from '../../domain/ocr/passport-reader.port.ts';
import { Failure } from '../../kernel/failure.ts';
import { plainJpeg } from './image/decode.ts';

/** How Amazon Textract is reached. */
export interface TextractOptions {
  region: string;
  /** Those of the AWS environment when absent. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** Replaces the region's own address, for tests. */
  endpoint?: string | null;
  /** How long one image may take, both attempts together. */
  deadlineMs?: number;
  /** Images sent at the same time; one more is refused. */
  inFlight?: number;
}

/** Confidence from which a zone whose check digits agree is taken as certain. */
const certain = 0.95;

/**
 * Reads travel documents with Amazon Textract's AnalyzeID. Images are re-encoded first, so their metadata never leaves.
 * Any trouble of the provider is OCR_FAILED.
 */
export function createTextractReader(options: TextractOptions): PassportReader {
  const { region, credentials, endpoint, deadlineMs = 15_000, inFlight = 8 } = options;
  const client = new TextractClient({
    region,
    maxAttempts: 2,
    ...(credentials && { credentials }),
    ...(endpoint && { endpoint }),
  });
  let running = 0;
  let lastFailed = false;
  return {
    async read(image) {
      if (running >= inFlight) throw new Failure('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2 });
      running++;
      try {
        const jpeg = await plainJpeg(image);
        if (typeof jpeg === 'string') return { kind: 'bad_image', problem: jpeg };
        const fields = await analyze(client, jpeg, deadlineMs);
        lastFailed = false;
        return outcomeOf(fields);
      } catch (cause) {
        lastFailed = true;
        throw new Failure('OCR_FAILED', { cause });
      } finally {
        running--;
      }
    },
    state() {
      if (running >= inFlight) return 'busy';
      return lastFailed ? 'failing' : 'ok';
    },
    close() {
      client.destroy();
      return Promise.resolve();
    },
  };
}

interface ProviderField {
  text: string;
  /** 0 to 1. */
  confidence: number;
}

async function analyze(
  client: TextractClient,
  jpeg: Uint8Array,
  deadlineMs: number,
): Promise<Map<string, ProviderField>> {
  const answer = await client.send(new AnalyzeIDCommand({ DocumentPages: [{ Bytes: jpeg }] }), {
    abortSignal: AbortSignal.timeout(deadlineMs),
  });
  if (answer.IdentityDocuments === undefined) throw new Error('The provider answered without documents.');
  const fields = answer.IdentityDocuments[0]?.IdentityDocumentFields ?? [];
  return new Map(
    fields.map(({ Type, ValueDetection }) => [
      Type?.Text ?? '',
      { text: ValueDetection?.Text ?? '', confidence: (ValueDetection?.Confidence ?? 0) / 100 },
    ]),
  );
}

function outcomeOf(fields: ReadonlyMap<string, ProviderField>): ReadingOutcome {
  const zone = fields.get('MRZ_CODE');
  const found = zone && linesOf(zone.text);
  if (found === undefined || zone === undefined) return { kind: 'no_zone' };
  const checks = judgeCheckDigits(found.format, found.lines);
  const place = fields.get('PLACE_OF_BIRTH');
  const hasPlace = place !== undefined && place.text.trim() !== '';
  return {
    kind: 'read',
    reading: {
      ...found,
      corrections: [],
      checks,
      verified: allAgree(checks) && zone.confidence >= certain,
      confidence: Math.round((allAgree(checks) ? zone.confidence : Math.min(0.5, zone.confidence)) * 1000) / 1000,
      placeOfBirth: hasPlace ? { value: place.text.trim(), source: 'provider', confidence: place.confidence } : null,
    },
  };
}

/** The provider gives the zone as one text, its lines apart by white space or not at all. */
function linesOf(text: string): { format: ZoneFormat; lines: string[] } | undefined {
  const all = text.toUpperCase().replace(/\s+/g, '');
  if (!/^[A-Z0-9<]+$/.test(all)) return undefined;
  const format = (Object.keys(zoneShapes) as ZoneFormat[]).find(
    (one) => zoneShapes[one].lines * zoneShapes[one].length === all.length,
  );
  if (format === undefined) return undefined;
  const { lines, length } = zoneShapes[format];
  return { format, lines: Array.from({ length: lines }, (_, i) => all.slice(i * length, (i + 1) * length)) };
}
