import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../kernel/caller.ts';
import { identifyCaller } from '../projections/admission.ts';
import type { Documents } from '../projections/document.ts';
import type { Engine } from '../projections/perform.ts';
import type { Envelope } from '../projections/rest.ts';
import type { Exchange } from './answer.ts';
import type { ReadSender } from './sender.ts';

/** What serving requests over HTTP needs. */
export interface Door {
  engine: Engine;
  documents: Documents;
  envelope: Envelope;
  readSender: ReadSender;
  /** Tells who sends a request, once; throws INVALID_API_KEY. */
  recognize(arrival: Arrival): Promise<Caller> | Caller;
}

/** One request that arrived. */
export interface Arrival {
  request: IncomingMessage;
  response: ServerResponse;
  /** Values of the path, by name. */
  params: Readonly<Record<string, string | undefined>>;
  /** Text after the question mark. */
  query: string;
  exchange: Exchange;
  /** The client's address, as limits count it; empty until the caller is recognized. */
  address: string;
  caller: Caller | undefined;
  /** Code of the failure that was told, for the log. */
  code: string | undefined;
  /** What served it, for the log. */
  operation: string | undefined;
}

/** Recognizes the sender of a request and notes it there. */
export function recognizeWith(engine: Engine, readSender: ReadSender): Door['recognize'] {
  return (arrival) => {
    if (arrival.caller) return arrival.caller;
    const sender = readSender(arrival.request);
    arrival.address = sender.address;
    const caller = identifyCaller(engine.gate, sender, arrival.exchange);
    const note = (found: Caller) => {
      arrival.caller = found;
      return found;
    };
    return caller instanceof Promise ? caller.then(note) : note(caller);
  };
}
