import { contract1to3 } from './spec/contract-1-3.ts';
import { contract4to7 } from './spec/contract-4-7.ts';
import { contract8to12 } from './spec/contract-8-12.ts';
import { endpoints } from './spec/endpoints.ts';
import { resources } from './spec/resources.ts';
import { rest } from './spec/rest.ts';
import type { Sentence } from './spec/sentence.ts';
import { service } from './spec/service.ts';
import { states } from './spec/states.ts';

/** Every normative sentence of the specification and of the contract: the list by which the service is accepted. */
export const sentences: readonly Sentence[] = [
  ...service,
  ...resources,
  ...states,
  ...endpoints,
  ...rest,
  ...contract1to3,
  ...contract4to7,
  ...contract8to12,
];
