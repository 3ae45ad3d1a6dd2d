import type { Log } from '../kernel/log.ts';

/** Queues that can be woken. */
export type Queue = 'filing' | 'webhooks' | 'events' | 'payments';

/** Something that is done again and again. */
export interface Job {
  name: string;
  /** The hint that wakes it before its time. */
  queue?: Queue;
  /** How often it looks for work when nobody wakes it. */
  everySeconds: number;
  /** Does what is due, at most one batch; returns how much that was. Safe to break off and to run twice at once. */
  run(): Promise<number>;
  /** Begins nothing more and waits for what a run left under way. */
  stop?(): Promise<void>;
}

/** The jobs of one process. */
export interface Jobs {
  /** Starts the loops: each job runs while it finds work, then rests until its time or until it is woken. */
  start(): void;
  /** Hints that a queue has work. Does nothing before the start. */
  wake(queue: Queue): void;
  /** Runs all jobs, in turn, until none of them finds anything due. For tests; throws what a job throws. */
  work(): Promise<void>;
  /** Names the jobs whose last run failed. */
  failing(): string[];
  /** Lets what runs finish and starts nothing more. */
  close(): Promise<void>;
}

/** A job that never runs dry would otherwise keep a test waiting for ever. */
const maxRounds = 1_000;

/** Makes the runner of jobs. A job that throws is logged and tried again at its next time. */
export function createJobs(jobs: readonly Job[], log: Log): Jobs {
  let closing = false;
  const running = new Set<Promise<void>>();
  const timers = new Map<Job, NodeJS.Timeout>();
  const busy = new Set<Job>();
  const wanted = new Set<Job>();
  const failing = new Set<Job>();
  let started = false;

  const loop = async (job: Job): Promise<void> => {
    do {
      wanted.delete(job);
      let done = 0;
      try {
        do {
          done = await job.run();
          failing.delete(job);
        } while (done > 0 && !closing);
      } catch (error) {
        failing.add(job);
        log.error('job', { queue: job.name, error });
      }
    } while (wanted.has(job) && !closing);
  };

  const schedule = (job: Job, seconds: number) => {
    clearTimeout(timers.get(job));
    if (closing) return;
    timers.set(
      job,
      setTimeout(() => begin(job), seconds * 1000),
    );
  };

  const begin = (job: Job) => {
    if (closing) return;
    if (busy.has(job)) {
      wanted.add(job);
      return;
    }
    busy.add(job);
    const run = loop(job).finally(() => {
      busy.delete(job);
      running.delete(run);
      schedule(job, job.everySeconds);
    });
    running.add(run);
  };

  return {
    start: () => {
      started = true;
      for (const job of jobs) begin(job);
    },
    wake: (queue) => {
      if (!started) return;
      for (const job of jobs) if (job.queue === queue) begin(job);
    },
    work: async () => {
      for (let round = 0; round < maxRounds; round += 1) {
        let done = 0;
        for (const job of jobs) done += await job.run();
        if (done === 0) return;
      }
      throw new Error('the jobs never run out of work');
    },
    failing: () => [...failing].map(({ name }) => name),
    close: async () => {
      closing = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(jobs.map((job) => job.stop?.()));
      await Promise.all(running);
    },
  };
}
