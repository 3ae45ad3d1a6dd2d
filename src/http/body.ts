import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { Failure } from '../kernel/failure.ts';

/** Largest body of a request, and of one that carries a file. */
export const maxBodyBytes = 1024 * 1024;
export const maxUploadBytes = 15 * 1024 * 1024;

const tooLarge = (limit: number) => new Failure('PAYLOAD_TOO_LARGE', { details: { limit_bytes: limit } });

/** Throws before anything is read when the announced length is over the limit. */
export function requireLength(request: IncomingMessage, limit: number): void {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
}

/** Reads the whole body; throws PAYLOAD_TOO_LARGE as soon as it is over the limit. */
export const readBody = (request: IncomingMessage, limit: number): Promise<Buffer> =>
  readWhole(request, limit, (bytes) => bytes);

/** Reads the whole body as `read` says, which may throw. */
function readWhole<Read>(request: IncomingMessage, limit: number, read: (bytes: Buffer) => Read): Promise<Read> {
  requireLength(request, limit);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else {
        request.pause();
        reject(tooLarge(limit));
      }
    });
    request.on('end', () => {
      try {
        resolve(read(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
      } catch (error) {
        reject(error);
      }
    });
    request.on('error', reject);
  });
}

/** Tells whether a request announces a body. */
export function hasBody(request: IncomingMessage): boolean {
  const { headers } = request;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Returns the media type of a request in lower case, without parameters; empty when it names none. */
export function mediaType(request: IncomingMessage): string {
  const header = request.headers['content-type'] ?? '';
  const end = header.indexOf(';');
  return (end === -1 ? header : header.slice(0, end)).trim().toLowerCase();
}

/** Parses JSON; throws INVALID_JSON for anything else, text that is not UTF-8 too. */
export function parseJson(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  // What cannot be read becomes this character, which may also have been sent.
  if (text.includes('\uFFFD') && !isUtf8(bytes)) {
    throw new Failure('INVALID_JSON', { message: 'The body is not UTF-8 text.' });
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure('INVALID_JSON');
  }
}

/** Reads a JSON body; undefined when there is none. Throws UNSUPPORTED_MEDIA_TYPE, INVALID_JSON, PAYLOAD_TOO_LARGE. */
export function readJson(request: IncomingMessage, limit: number): Promise<unknown> | undefined {
  if (!hasBody(request)) return undefined;
  const type = mediaType(request);
  if (type !== '' && type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type)) {
    throw new Failure('UNSUPPORTED_MEDIA_TYPE');
  }
  if (request.headers['content-encoding'] !== undefined && request.headers['content-encoding'] !== 'identity') {
    throw new Failure('UNSUPPORTED_MEDIA_TYPE', {
      message: 'The body is compressed, which this service does not read.',
    });
  }
  return readWhole(request, limit, (bytes) => (bytes.length === 0 ? undefined : parseJson(bytes)));
}
