import type { DocumentNode, GraphQLInputType } from 'graphql';
import type { Access } from '../graphql/access.ts';
import type { Context } from '../graphql/context.ts';
import type { FailureCode } from '../kernel/failure.ts';
import type { ValueCheck } from './values.ts';

/** One variable of a document: one field of the request. */
export interface Variable {
  name: string;
  description: string;
  type: GraphQLInputType;
  /** Must be given: its type is non-null and it has no default. */
  required: boolean;
  /** What holds when it is left out, as it is written on the wire; undefined when there is no default. */
  default: unknown;
  /** Takes the content of a file: base64 in JSON, the bytes of the file in a multipart body. */
  file: boolean;
  check: ValueCheck;
}

/** The endpoint of a document. */
export interface RestForm {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path below the prefix of the interface, e.g. `/status/{id}`. */
  path: string;
  /** Status of a success. */
  status: number;
  /** The body may be as large as an upload. */
  upload: boolean;
  /** Names of the variables that are part of the path. */
  pathVariables: readonly string[];
}

/** The tool of a document. */
export interface ToolForm {
  name: string;
  title: string | undefined;
  confirm: boolean;
  destructive: boolean;
  openWorld: boolean;
}

/** The document in one of its two forms: as it is executed, and as it can be looked at. */
export interface Executable {
  document: DocumentNode;
  /** Compiles it now, if that was not done yet. */
  compile(): void;
  /** Executes it with variables that were checked: the data, or a promise of it. Throws, or rejects with, what went wrong. */
  execute(context: Context, variables: Record<string, unknown>): unknown;
}

/** One persisted document: everything that the projections know about an operation. */
export interface PersistedDocument {
  /** Name of the operation, e.g. `CreateCheckout`. */
  name: string;
  kind: 'query' | 'mutation';
  /** Folder that it lies in, e.g. `checkout`. */
  concept: string;
  /** Path of the file below the folder of documents. */
  file: string;
  description: string;
  /** The text of the file. */
  source: string;
  rest: RestForm | null;
  tool: ToolForm | null;
  access: Access;
  idempotent: boolean;
  /** Codes that the operation itself can answer with. */
  errors: readonly FailureCode[];
  cache: { maxAge: number; unless: string | undefined } | null;
  /** Whether it counts against the rate limit of the caller. */
  limited: boolean;
  /** By name, in the order of the document. */
  variables: ReadonlyMap<string, Variable>;
  /** The variable that takes the content of a file, if there is one. */
  fileVariable: string | undefined;
  /** Name of the field of the schema that it calls. */
  rootField: string;
  /** Says an argument of the schema (`input.travelers`) in the caller's words (`num_travelers`). */
  callersWord(argument: string): string;
  /** Without the fields for tools only. */
  forRest: Executable;
  /** With all fields. */
  forTool: Executable;
}

/** All persisted documents. */
export interface Documents {
  all: readonly PersistedDocument[];
  /** Finds a document by the name of its operation. */
  find(operation: string): PersistedDocument | undefined;
  /** Finds a document by the name of its tool. */
  findTool(tool: string): PersistedDocument | undefined;
  /** Compiles what no call over REST has needed yet, one document a turn. */
  compile(): Promise<void>;
}
