import {
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  type GraphQLSchema,
  OperationTypeNode,
  validate,
  visit,
} from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Context } from '../graphql/context.ts';
import { accessOf, findOperation, parseQuery, refuseCostly, rootFields } from '../graphql/limits.ts';
import { Failure } from '../kernel/failure.ts';
import { admit } from './admission.ts';
import type { Documents } from './document.ts';
import { type Call, createContext, type Engine } from './perform.ts';
import { presentError, reviveErrors } from './present-error.ts';
import { wrongJson } from './values.ts';

/** Answers GraphQL over HTTP. */
export interface GraphqlFace {
  /** Answers one request of a recognized caller; what it learns on the way is written into the call. */
  answer(request: Request, call: Call): Promise<Response>;
}

const rememberedQueries = 500;
type Asked = Context & { call: Call };
/** What is known before a query is judged: the rest of the context is made afterwards. */
type Early = { request: Request };

/** What a request asks of the schema. */
export interface AskedOperation {
  document: DocumentNode;
  operationName: string | null | undefined;
  variables: unknown;
}

/** Documents whose literals are known to be storable. */
const storable = new WeakSet<DocumentNode>();

/** Throws INVALID_REQUEST for text that no database can hold, in the variables or in the query itself. */
function requireStorable(document: DocumentNode, variables: unknown): void {
  let wrong = wrongJson(variables);
  if (!storable.has(document)) {
    visit(document, {
      StringValue: ({ value }) => {
        wrong ??= wrongJson(value);
      },
    });
    if (wrong === undefined) storable.add(document);
  }
  if (wrong !== undefined) throw new Failure('INVALID_REQUEST', { message: `The query and its variables ${wrong}.` });
}

/**
 * Counts and admits every root field of an operation, as if each were a call of its own, and looks whether what it says can be
 * stored at all; throws the refusal.
 */
export async function admitOperation(
  engine: Engine,
  schema: GraphQLSchema,
  { document, operationName, variables }: AskedOperation,
  call: Call,
): Promise<void> {
  const operation = findOperation(document, operationName);
  const fields = operation ? rootFields(document, operation) : [];
  const accesses = fields.map((field) => accessOf(schema, operation!, field));
  // What has no root field is introspection: it counts as one public call.
  for (const access of accesses.length === 0 ? (['PUBLIC'] as const) : accesses) {
    await admit(engine.gate, { access, limited: true }, call.caller, call.address, call);
  }
  requireStorable(document, variables);
}

/** Makes the face that serves `/graphql` over the same schema, access, limits, idempotency and errors as the documents. */
export function createGraphqlFace(engine: Engine, documents: Documents, schema: GraphQLSchema): GraphqlFace {
  const execute = async (run: (args: ExecutionArgs) => unknown, args: ExecutionArgs) => {
    const { call } = args.contextValue as Asked;
    try {
      const { document, operationName, variableValues: variables } = args;
      await admitOperation(engine, schema, { document, operationName, variables }, call);
      return await executeOnce(engine, run, args, call);
    } catch (error) {
      return { errors: [presentError(error, engine, call.requestId)] };
    }
  };

  const guards: Plugin<Asked> = {
    onParams({ params, setParams, request }) {
      const { documentId } = params as { documentId?: unknown };
      if (documentId === undefined) return;
      const document = typeof documentId === 'string' ? documents.find(documentId) : undefined;
      if (!document || params.query !== undefined) {
        throw new GraphQLError(
          document ? 'Send either documentId or query.' : 'No persisted document has that documentId.',
          { extensions: { http: { status: 400 }, hint: 'The operations that /discovery lists are the documents.' } },
        );
      }
      persisted.set(request, document.forTool.document);
      setParams({ ...params, query: document.source });
    },
    onParse({ context, setParsedDocument, params }) {
      const text = String(params.source);
      setParsedDocument(persistedIn(context) ?? parsed.get(text) ?? parseQuery(text));
    },
    onValidate({ params, context, setResult }) {
      const persistent = persistedIn(context) !== undefined;
      setResult(persistent || sound.has(params.documentAST) ? [] : judge(params.documentAST));
    },
    onExecute({ executeFn, setExecuteFn }) {
      setExecuteFn((args: ExecutionArgs) => execute(executeFn, args));
    },
    onSubscribe({ setResultAndStopExecution }) {
      const failure = new Failure('INVALID_REQUEST', {
        message: 'Subscribe at /graphql/stream.',
        hint: 'Send the subscription there, with "Accept: text/event-stream".',
      });
      setResultAndStopExecution({ errors: [presentError(failure, engine, 'none')] });
    },
  };
  const persisted = new WeakMap<Request, DocumentNode>();
  const persistedIn = (context: unknown) => persisted.get((context as Early).request);
  const parsed = new Map<string, DocumentNode>();
  const sound = new WeakSet<DocumentNode>();
  /** Validates a query; sound ones are remembered by their text, so that the same query is judged once. */
  const judge = (document: DocumentNode): GraphQLError[] => {
    const costly = refuseCostly(schema, document);
    const errors = costly ? [costly] : validate(schema, document);
    if (errors.length === 0) {
      sound.add(document);
      if (parsed.size >= rememberedQueries) parsed.delete(parsed.keys().next().value!);
      parsed.set(document.loc!.source.body, document);
    }
    return errors.map((error) => presentError(error, engine, 'none'));
  };
  const yoga = createYoga<{ call: Call }, Asked>({
    schema,
    plugins: [guards],
    context: ({ call }) => ({ ...createContext(engine, call), call }),
    extraParamNames: ['documentId'],
    maskedErrors: {
      maskError: (error) => presentError(error, engine, 'unknown'),
    },
    graphqlEndpoint: '/graphql',
    parserAndValidationCache: false,
    multipart: false,
    batching: false,
    graphiql: false,
    landingPage: false,
    logging: false,
    cors: false,
  });
  return { answer: async (request, call) => yoga.fetch(request, { call }) };
}

type Result = { status: number; result: unknown; error?: { code: never } };

/** Executes an operation, once where it changes something and came with an idempotency key. */
async function executeOnce(
  engine: Engine,
  run: (args: ExecutionArgs) => unknown,
  args: ExecutionArgs,
  call: Call,
): Promise<unknown> {
  const operation = findOperation(args.document, args.operationName);
  const key = call.idempotencyKey;
  const act = async (contextValue: unknown) => {
    const result = (await run({ ...args, contextValue })) as { data?: unknown; errors?: readonly GraphQLError[] };
    if (!result.errors) return result;
    return { ...result, errors: result.errors.map((error) => presentError(error, engine, call.requestId)) };
  };
  if (key === undefined || operation?.operation !== OperationTypeNode.MUTATION) return act(args.contextValue);
  const fields = rootFields(args.document, operation);
  const { answer, replayed } = await engine.runOnce<Result>(
    {
      caller: call.caller,
      operation: `graphql ${fields.map(({ key: name, name: field }) => `${name}:${field}`).join(' ')}`,
      key,
      request: { document: args.document.loc?.source.body ?? '', variables: args.variableValues ?? {} },
    },
    async (once) => {
      const result = await act(Object.assign({ ...(args.contextValue as Asked) }, { once }));
      const error = (result.errors as readonly GraphQLError[] | undefined)?.[0];
      const status = error ? statusOf(error) : 200;
      return {
        status,
        result: JSON.parse(JSON.stringify(result)),
        ...(error && { error: { code: error.extensions.code as never } }),
      };
    },
  );
  call.replayed = replayed;
  return reviveErrors(answer.result);
}

function statusOf(error: GraphQLError): number {
  const { code } = error.extensions as { code?: ConstructorParameters<typeof Failure>[0] };
  return code === undefined ? 200 : new Failure(code).status;
}
