import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';
import { Failure } from '../kernel/failure.ts';
import type { PersistedDocument } from '../projections/document.ts';
import { refuseFields } from '../projections/failure.ts';
import { noProblems, tellable, unknownField } from '../projections/values.ts';
import { maxUploadBytes, requireLength } from './body.ts';

const maxFields = 20;
const maxFieldBytes = 64 * 1024;

/** Finds the variable of a form field, which may be spelled in camel case: `guestToken` is `guest_token`. */
function variableOf(document: PersistedDocument, field: string): string | undefined {
  if (document.variables.has(field)) return field;
  const snake = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return document.variables.has(snake) ? snake : undefined;
}

/**
 * Reads a multipart form into the fields that the JSON body of the same document has: the part `file` becomes the content
 * of the file, its name and its declared type. Never holds more than the limit of an upload in memory.
 */
export function readMultipart(request: IncomingMessage, document: PersistedDocument): Promise<Record<string, unknown>> {
  requireLength(request, maxUploadBytes);
  return new Promise((resolve, reject) => {
    const fields: Record<string, unknown> = {};
    const problems = noProblems();
    let bytes = 0;
    const form = open(request);
    const fail = (failure: Failure) => {
      request.unpipe(form);
      request.resume();
      form.destroy();
      reject(failure);
    };
    const tooLarge = () => fail(new Failure('PAYLOAD_TOO_LARGE', { details: { limit_bytes: maxUploadBytes } }));

    form.on('file', (name, stream, info) => {
      if (name !== 'file' || document.fileVariable === undefined) {
        problems[tellable(name)] = unknownField(name, ['file']);
        stream.resume();
        return;
      }
      if (Object.hasOwn(fields, document.fileVariable))
        problems.file = { code: 'INVALID_VALUE', message: 'is given more than once' };
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= maxUploadBytes) chunks.push(chunk);
      });
      stream.on('limit', tooLarge);
      // Told by the form itself.
      stream.on('error', () => {});
      stream.on('end', () => {
        fields[document.fileVariable!] = Buffer.concat(chunks);
        fields.filename = info.filename ?? '';
        fields.mime = info.mimeType;
      });
    });
    form.on('field', (name, value, info) => {
      const variable = variableOf(document, name);
      if (variable === undefined || variable === document.fileVariable) {
        const known = [...document.variables.keys(), 'file'].filter((other) => other !== document.fileVariable);
        problems[tellable(name)] = unknownField(name, known);
      } else if (Object.hasOwn(fields, variable))
        problems[variable] = { code: 'INVALID_VALUE', message: 'is given more than once' };
      else if (info.valueTruncated) problems[variable] = { code: 'INVALID_VALUE', message: 'is too long' };
      // An empty field of a form is one that nobody filled in.
      else if (value !== '') fields[variable] = value;
    });
    form.on('filesLimit', () => fail(new Failure('INVALID_REQUEST', { message: 'The form has more than one file.' })));
    form.on('fieldsLimit', () => fail(new Failure('INVALID_REQUEST', { message: 'The form has too many fields.' })));
    form.on('error', () =>
      fail(new Failure('INVALID_REQUEST', { message: 'The body is not a complete multipart form.' })),
    );
    request.on('error', reject);
    form.on('close', () => {
      if (
        document.fileVariable !== undefined &&
        !Object.hasOwn(fields, document.fileVariable) &&
        problems.file === undefined
      ) {
        problems.file = { code: 'MISSING', message: 'must be given' };
      }
      for (const _ in problems) return reject(refuseFields(problems));
      resolve(fields);
    });
    request.pipe(form);
  });
}

function open(request: IncomingMessage): busboy.Busboy {
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: { files: 2, fileSize: maxUploadBytes, fields: maxFields, fieldSize: maxFieldBytes, fieldNameSize: 100 },
    });
  } catch {
    throw new Failure('INVALID_REQUEST', { message: 'The body is not a multipart form with a boundary.' });
  }
}
