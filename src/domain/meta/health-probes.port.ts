/** What looking at one part came to; the detail is our own sentence. */
export interface ProbeOutcome {
  ok: boolean;
  detail?: string | undefined;
}

type Probe = () => ProbeOutcome | Promise<ProbeOutcome>;

/** Looks at the parts of the service. What a probe throws counts as out of reach. */
export interface HealthProbes {
  database: Probe;
  queue: Probe;
  storage: Probe;
  payments: Probe;
  ocr: Probe;
  uptimeSeconds(): number;
  notices(): string[];
}
