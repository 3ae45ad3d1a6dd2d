/** Something that is made once, when it is first asked for. */
export interface WhenNeeded<Value> {
  get(): Promise<Value>;
  /** What was made; undefined when nobody has asked. */
  made(): Promise<Value> | undefined;
}

/** Makes something once, when it is first asked for: no start waits for what is seldom needed. */
export function whenNeeded<Value>(make: () => Promise<Value>): WhenNeeded<Value> {
  let made: Promise<Value> | undefined;
  return {
    get: () => {
      made ??= make();
      return made;
    },
    made: () => made,
  };
}
