import './access.ts';
import './recall.ts';
import './sparing-zod.ts';
import SchemaBuilder from '@pothos/core';
import ZodPlugin from '@pothos/plugin-zod';
import { Failure } from '../kernel/failure.ts';
import type { Context } from './context.ts';

/** What the scalars hold inside the program and on the wire. */
export type Scalars = {
  ID: { Input: string; Output: string };
  /** A moment, RFC 3339 in UTC on the wire. */
  DateTime: { Input: Date; Output: Date };
  /** A calendar date, `YYYY-MM-DD`. */
  Date: { Input: string; Output: string };
  /** An object whose keys are data, not schema: form data, details. */
  JSONObject: { Input: Record<string, unknown>; Output: object };
  /** Any JSON value. */
  JSON: { Input: unknown; Output: unknown };
  /** The content of a file: bytes from a form, base64 text from JSON. */
  FileContent: { Input: Uint8Array | string; Output: never };
};

/** The one schema builder. Concepts add their types and fields to it in their `.schema.ts`. */
export const builder = new SchemaBuilder<{
  Context: Context;
  Scalars: Scalars;
  DefaultFieldNullability: false;
}>({
  plugins: ['access', 'recall', ZodPlugin],
  defaultFieldNullability: false,
  zod: {
    // zod says what is wrong in words fit for the caller; the path is the argument's.
    validationError: (error) => {
      const issue = error.issues[0];
      return new Failure('INVALID_REQUEST', {
        ...(issue === undefined ? {} : { message: `${issue.message}.`, argument: issue.path.join('.') }),
      });
    },
  },
});

builder.queryType({ description: 'What can be asked.' });
builder.mutationType({ description: 'What can be done.' });
