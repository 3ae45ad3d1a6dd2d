import type { LiveService } from '../checkout/live-service.ts';

/** An operator as one calls the service. */
export interface Operator {
  key: string;
  accountId: string;
  /** Calls a field and returns its answer; throws the code of a failure. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects
  call(document: string, variables?: Record<string, unknown>): Promise<any>;
  claim(applicationId: string, takeOver?: boolean): Promise<unknown>;
  release(applicationId: string): Promise<unknown>;
  record(applicationId: string, step: 'review' | 'answer'): Promise<unknown>;
  file(applicationId: string, reference: string): Promise<unknown>;
  ask(applicationId: string, fields: string[], message: string): Promise<unknown>;
  decide(input: Record<string, unknown>): Promise<unknown>;
  form(applicationId: string): Promise<{ name: string; value: unknown; fileUrl: string | null }[]>;
  queue(state: string, holder?: string): Promise<string[]>;
  trail(applicationId: string): Promise<{ action: string; operatorId: string; details: Record<string, unknown> }[]>;
}

const seen = '{ applicationId status state claimedBy }';

/** Makes an operator with a live key. */
export async function hireOperator(live: LiveService): Promise<Operator> {
  const { key, accountId } = await live.newLiveKey('operator');
  const call: Operator['call'] = async (document, variables = {}) => {
    const { body } = await live.api.graphql(document, variables, { key });
    if (body.errors) throw new Error(body.errors[0].extensions.code, { cause: body.errors[0] });
    return Object.values(body.data)[0];
  };
  const one = 'mutation ($id: String!)';
  return {
    key,
    accountId,
    call,
    claim: (id, takeOver) =>
      call(
        `mutation ($id: String!, $takeOver: Boolean) { claimFiling(applicationId: $id, takeOver: $takeOver) ${seen} }`,
        {
          id,
          takeOver,
        },
      ),
    release: (id) => call(`${one} { releaseFiling(applicationId: $id) ${seen} }`, { id }),
    record: (id, step) =>
      call(
        `${one} { ${step === 'review' ? 'recordFilingReview' : 'recordTravelerAnswer'}(applicationId: $id) ${seen} }`,
        {
          id,
        },
      ),
    file: (id, reference) =>
      call(
        `mutation ($id: String!, $reference: String!) { recordFilingReference(applicationId: $id, reference: $reference) ${seen} }`,
        { id, reference },
      ),
    ask: (id, fields, message) =>
      call(
        `mutation ($id: String!, $fields: [String!]!, $message: String!) { askTraveler(applicationId: $id, fields: $fields, message: $message) ${seen} }`,
        { id, fields, message },
      ),
    decide: (input) =>
      call(`mutation ($input: RecordFilingDecisionInput!) { recordFilingDecision(input: $input) ${seen} }`, { input }),
    form: async (id) =>
      (await call('query ($id: String!) { filingForm(applicationId: $id) { fields { name value fileUrl } } }', { id }))
        .fields,
    queue: async (state, holder) =>
      (
        await call(
          'query ($state: FilingState!, $holder: FilingHolder) { filingQueue(state: $state, holder: $holder, first: 200) { filings { applicationId } } }',
          { state, holder },
        )
      ).filings.map(({ applicationId }: { applicationId: string }) => applicationId),
    trail: async (id) =>
      (
        await call(
          'query ($id: String!) { filing(applicationId: $id) { actions { actions { action operatorId details } } } }',
          {
            id,
          },
        )
      ).actions.actions.toReversed(),
  };
}
