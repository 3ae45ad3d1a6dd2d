import type { Dispatcher } from 'undici';

/** What came back of one request. */
export interface Answer {
  status: number;
  retryAfter: string | null;
  /** The beginning of the body. */
  chunks: Uint8Array[];
}

/** No answer came in time. */
export class NoAnswerInTime extends Error {
  override name = 'NoAnswerInTime';
}

/** How much of a body is read before the connection is given up. */
const mostRead = 16_384;

/**
 * Sends one request and returns what came back until the body ended, was long enough, broke off or the time was up. Throws
 * when not even a status came. Works below `request` of undici, which makes streams and signals that nobody needs here.
 */
export function exchange(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  timeoutMs: number,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  let answer: Answer | undefined;
  let controller: Dispatcher.DispatchController | undefined;
  let size = 0;
  let isOver = false;

  /** Errors are made only when there is one: they cost as much as all else here. */
  const settle = (error?: Error) => {
    isOver = true;
    clearTimeout(timer);
    if (answer) resolve(answer);
    else reject(error ?? new Error('no status'));
  };
  const giveUp = (error: Error) => {
    settle(error);
    controller?.abort(error);
  };
  const timer = setTimeout(() => giveUp(new NoAnswerInTime()), timeoutMs);

  dispatcher.dispatch(options, {
    onRequestStart: (started) => {
      controller = started;
      // It had to wait for a connection for too long.
      if (isOver) started.abort(new NoAnswerInTime());
    },
    onResponseStart: (_controller, status, headers) => {
      // 103 Early Hints and the like.
      if (status < 200) return;
      const retryAfter = headers['retry-after'];
      answer = { status, retryAfter: typeof retryAfter === 'string' ? retryAfter : null, chunks: [] };
    },
    onResponseData: (_controller, chunk) => {
      answer?.chunks.push(chunk);
      size += chunk.length;
      if (size >= mostRead) giveUp(new Error('the body is long'));
    },
    onResponseEnd: () => settle(),
    onResponseError: (_controller, error) => settle(error),
  });
  return promise;
}
