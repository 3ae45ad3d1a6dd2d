import type { IdempotentCall, Outcome } from '../domain/idempotency/idempotent-call.ts';
import type { Context, Services } from '../graphql/context.ts';
import type { Caller } from '../kernel/caller.ts';
import { shiftedClock } from '../kernel/clock.ts';
import type { Once } from '../kernel/once.ts';
import { admit, type Gate, type Spending } from './admission.ts';
import type { PersistedDocument } from './document.ts';
import { type FailedAnswer, refuseFields, tell } from './failure.ts';
import { noProblems, tellable, unknownField } from './values.ts';

export type { Context };

/** What a call came to: the data of a success, or a failure as it is told. Plain JSON, so that it can be kept. */
export type Answer = { status: number; data: unknown } | FailedAnswer;

/** Runs a call once for its key, and answers repetitions with the first answer; failures of status 5xx are not kept. */
export type RunOnce = <Result extends Outcome>(
  call: IdempotentCall,
  run: (once: Once) => Promise<Result>,
) => Promise<{ answer: Result; replayed: boolean }>;

/** Everything that serving documents needs. */
export interface Engine {
  services: Services;
  gate: Gate;
  runOnce: RunOnce;
}

/** One request, whatever projection it came through; what is learned while it is answered is written into it. */
export interface Call extends Spending {
  requestId: string;
  caller: Caller;
  address: string;
  idempotencyKey: string | undefined;
  /** `Prefer: handling=strict`. */
  preferStrict: boolean;
  /** The answer is that of an earlier request with the same idempotency key. */
  replayed: boolean;
}

/** Makes what the operations of one request see. */
export function createContext(engine: Engine, call: Call, once?: Once): Context {
  const { services } = engine;
  const { caller } = call;
  return {
    ...services,
    caller,
    requestId: call.requestId,
    address: call.address,
    preferStrict: call.preferStrict,
    clock: caller.kind === 'account' ? shiftedClock(services.realClock, caller.clockOffsetSeconds) : services.realClock,
    loaders: new Map(),
    once,
  };
}

/** Fills in defaults; throws a refusal that names every field which is unknown, missing or of the wrong type. */
export function requireVariables(document: PersistedDocument, variables: Record<string, unknown>): void {
  const problems = noProblems();
  let wrong = false;
  for (const name in variables) {
    if (document.variables.has(name)) continue;
    problems[tellable(name)] = unknownField(name, [...document.variables.keys()]);
    wrong = true;
  }
  for (const variable of document.variables.values()) {
    if (!Object.hasOwn(variables, variable.name)) {
      // Filled in here: the compiled documents do not know the defaults of non-null variables.
      if (variable.default !== undefined) variables[variable.name] = variable.default;
      else if (variable.required) problems[variable.name] = { code: 'MISSING', message: 'must be given' };
    } else {
      variable.check(variables[variable.name], variable.name, problems);
    }
  }
  if (wrong || hasAny(problems)) throw refuseFields(problems);
}

function hasAny(problems: object): boolean {
  for (const _ in problems) return true;
  return false;
}

/**
 * Serves one call of a document over any projection: counts it, checks who may, checks the variables, runs it once where
 * a key was sent, executes. Never throws: a failure is an answer. Waits only for what has to be waited for.
 */
export function perform(
  engine: Engine,
  document: PersistedDocument,
  form: 'forRest' | 'forTool',
  variables: Record<string, unknown>,
  call: Call,
): Answer | Promise<Answer> {
  const refuse = (error: unknown) => tell(error, call.requestId, engine.services.log, document);
  const succeed = (executed: unknown): Answer => ({
    status: document.rest?.status ?? 200,
    data: (executed as { data: unknown }).data,
  });
  /** Never throws: a failure, too, is kept for the repetitions of its call. */
  const execute = (once?: Once): Answer | Promise<Answer> => {
    try {
      const executed = document[form].execute(createContext(engine, call, once), variables);
      return executed instanceof Promise ? executed.then(succeed, refuse) : succeed(executed);
    } catch (error) {
      return refuse(error);
    }
  };
  const run = (): Answer | Promise<Answer> => {
    requireVariables(document, variables);
    const key = call.idempotencyKey;
    if (key === undefined || !document.idempotent) return execute();
    const operation = form === 'forRest' ? document.name : `${document.name}#tool`;
    const request = comparable(document, variables);
    return engine
      .runOnce({ caller: call.caller, operation, key, request }, async (once) => execute(once))
      .then(({ answer, replayed }) => {
        call.replayed = replayed;
        return answer;
      });
  };
  try {
    const admitted = admit(engine.gate, document, call.caller, call.address, call);
    const answer = admitted instanceof Promise ? admitted.then(run) : run();
    return answer instanceof Promise ? answer.catch(refuse) : answer;
  } catch (error) {
    return refuse(error);
  }
}

/** The bytes of a file are compared as text: the same file over JSON and multipart is the same request. */
function comparable({ fileVariable }: PersistedDocument, variables: Record<string, unknown>): unknown {
  const content = fileVariable === undefined ? undefined : variables[fileVariable];
  if (!(content instanceof Uint8Array)) return variables;
  return { ...variables, [fileVariable!]: Buffer.from(content).toString('base64') };
}
