/**
 * What goes wrong with a request. Before it is carried out: `error` answers 500, `busy` 409, `reset` breaks the connection, `silence` never
 * answers. After it was carried out: `lost` breaks the connection, so that the answer is lost. `slow` answers after half a second.
 */
export type FaultKind = 'error' | 'busy' | 'reset' | 'silence' | 'lost' | 'slow';

/** A fault that strikes the next requests to a path. */
export interface Fault {
  /** Method and the beginning of the path, e.g. `POST /v1/refunds`; every request when empty. */
  on: string;
  kind: FaultKind;
  /** How many requests it strikes. */
  times: number;
}

/** Keeps the faults that are to come. */
export function createFaults() {
  let faults: Fault[] = [];
  return {
    add: (fault: Fault) => faults.push({ ...fault }),
    clear: () => {
      faults = [];
    },
    /** Returns the fault that strikes a request, and counts it. */
    strike: (method: string, path: string): FaultKind | undefined => {
      const fault = faults.find(({ on, times }) => times > 0 && `${method} ${path}`.startsWith(on));
      if (!fault) return undefined;
      fault.times -= 1;
      return fault.kind;
    },
  };
}
export type Faults = ReturnType<typeof createFaults>;
