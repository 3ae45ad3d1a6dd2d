/** What the caller should do next, in the domain's words: which operation, with which of its variables. */
export interface NextStep {
  /** A word for the step, e.g. `check_out`, `pay`, `wait`, `done`. */
  action: string;
  /** One plain sentence: why this is next. */
  why: string;
  /** Name of the persisted document that does it, e.g. `CreateCheckout`; null when no call of ours is next. */
  operation: string | null;
  /** Variables of that document that are known already, by their wire names. */
  arguments: Record<string, unknown>;
  /** A page for a person, e.g. where to pay. */
  url?: string | undefined;
}

/** The same call as a REST request and as a tool call. */
export interface CallForms {
  rest: { method: string; path: string; body: Record<string, unknown> | null } | null;
  tool: { name: string; arguments: Record<string, unknown> } | null;
}

/** One endpoint, as its document says. */
export interface EndpointFacts {
  method: string;
  /** Path from the root, with variables in braces. */
  path: string;
  access: string;
  operation: string;
  /** First sentence of the description. */
  summary: string;
}

/** One tool, as its document says. */
export interface ToolFacts {
  name: string;
  title: string;
  access: string;
  summary: string;
  /** Asks for confirmation before it acts. */
  confirm: boolean;
}

/** Knows how each operation is called over every projection. Made from the loaded documents, so it cannot drift. */
export interface OperationDirectory {
  /** All endpoints, by path. */
  endpoints(): readonly EndpointFacts[];
  /** All tools, by name. */
  tools(): readonly ToolFacts[];
  /** Returns the forms of a call; throws for an operation that no document has. */
  call(operation: string, variables: Record<string, unknown>): CallForms;
}
