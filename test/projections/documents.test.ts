import { print } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createDirectory } from '../../src/projections/directory.ts';
import { loadDocuments } from '../../src/projections/documents.ts';
import { fileNameOf, RefusedDocuments } from '../../src/projections/refusals.ts';
import { smallDocuments, smallSchema } from './small-service.ts';

const sound = {
  description: '"Says it back."',
  name: 'GetIt',
  variables: '("Id" $id: ID!)',
  directives: '@rest(method: GET, path: "/it/{id}") @access(to: PUBLIC)',
  selection: '{ data: echo(id: $id) { json } }',
  kind: 'query',
};

/** Loads one document that differs from a sound one, and returns why it is refused. */
function refusals(change: Partial<typeof sound>, file = 'small/get-it.graphql', more: string[] = []): string[] {
  const { description, kind, name, variables, directives, selection } = { ...sound, ...change };
  const text = `${description} ${kind} ${name}${variables} ${directives} ${selection}`;
  try {
    loadDocuments(smallSchema, [
      { file, text },
      ...more.map((other, at) => ({ file: `small/other${at}.graphql`, text: other })),
    ]);
    return [];
  } catch (error) {
    if (!(error instanceof RefusedDocuments)) throw error;
    for (const { file: named, message, mend } of error.refusals) {
      expect(error.message).toContain(`${named}: ${message} ${mend}`);
      expect(mend.length).toBeGreaterThan(10);
    }
    return error.refusals.map(({ file: named, message }) => `${named}: ${message}`);
  }
}

const order = { kind: 'mutation', variables: '', selection: '{ data: order(input: { speed: rush }) { json } }' };

describe('the loader of documents', () => {
  it('takes a sound document', () => {
    expect(refusals({})).toEqual([]);
  });

  it.each<[string, Partial<typeof sound>, RegExp]>([
    ['is no GraphQL', { selection: '{ data: ' }, /line 1: Syntax Error/],
    [
      'asks for what the schema does not have',
      { selection: '{ data: echo(id: $id) { nothing } }' },
      /Cannot query field "nothing"/,
    ],
    ['has no description', { description: '' }, /has no description/],
    ['does not describe a variable', { variables: '($id: ID!)' }, /does not describe \$id/],
    ['does not alias its root field', { selection: '{ echo(id: $id) { json } }' }, /does not call its root field data/],
    [
      'has two root fields',
      { selection: '{ data: echo(id: $id) { json } more: echo { json } }' },
      /exactly one root field/,
    ],
    ['has no name', { name: '', variables: '', selection: '{ data: echo { json } }' }, /exactly one named query/],
    [
      'has a path variable that is no variable',
      { directives: '@rest(method: GET, path: "/it/{other}") @access(to: PUBLIC)' },
      /no variable \$other/,
    ],
    ['may lack a path variable', { variables: '("Id" $id: ID)' }, /may lack \$id/],
    [
      'has an unreadable path',
      { directives: '@rest(method: GET, path: "it/{id}/") @access(to: PUBLIC)' },
      /has the path "it/,
    ],
    ['is served nowhere', { directives: '@access(to: PUBLIC)' }, /is served nowhere/],
    ['does not say who may call it', { directives: '@rest(method: GET, path: "/it/{id}")' }, /does not say who/],
    [
      'says another access than the schema',
      { directives: '@rest(method: GET, path: "/it/{id}") @access(to: KEY)' },
      /open to KEY, but the field echo of the schema to PUBLIC/,
    ],
    [
      'names an unknown error',
      { directives: '@rest(method: GET, path: "/it/{id}") @access(to: PUBLIC) @errors(codes: ["OOPS"])' },
      /unknown code OOPS/,
    ],
    [
      'is a mutation on GET',
      { ...order, directives: '@rest(method: GET, path: "/it") @access(to: PUBLIC) @idempotent' },
      /mutation on GET/,
    ],
    [
      'is a mutation without @idempotent',
      { ...order, directives: '@rest(method: POST, path: "/it") @access(to: PUBLIC)' },
      /without @idempotent/,
    ],
    [
      'answers a success with a failure',
      { directives: '@rest(method: GET, path: "/it/{id}", status: 404) @access(to: PUBLIC)' },
      /has the status 404/,
    ],
    [
      'may be kept unless something unknown',
      { directives: '@rest(method: GET, path: "/it/{id}") @access(to: PUBLIC) @cache(maxAge: 1, unless: "x")' },
      /names no variable in @cache/,
    ],
    [
      'has fields for tools but is no tool',
      { selection: '{ data: echo(id: $id) { json answer @toolOnly } }' },
      /is no tool/,
    ],
    [
      'has nothing left over REST',
      {
        directives: '@rest(method: GET, path: "/it/{id}") @tool(name: "it") @access(to: PUBLIC)',
        selection: '{ data: echo(id: $id) { answer @toolOnly } }',
      },
      /without its @toolOnly fields/,
    ],
    ['has an unused variable', { variables: '("Id" $id: ID! "More" $more: ID)' }, /"\$more" is never used/],
    ['has a choice', { selection: '{ data: echo(id: $id) { json @skip(if: true) } }' }, /no @skip and no @include/],
    ['uses a directive wrongly', { directives: '@rest(method: FETCH, path: "/it/{id}") @access(to: PUBLIC)' }, /FETCH/],
  ])('refuses a document that %s, and says which and how to mend it', (_what, change, expected) => {
    const found = refusals(change);
    expect(found.join('\n')).toMatch(expected);
    expect(found.every((text) => text.startsWith('small/get-it.graphql: '))).toBe(true);
  });

  it('refuses a file that is not named after its operation', () => {
    expect(refusals({}, 'small/fetch-it.graphql')).toEqual(['small/fetch-it.graphql: holds the operation GetIt.']);
    expect(fileNameOf('CreateCheckout')).toBe('create-checkout');
    expect(fileNameOf('ReadOCRText')).toBe('read-ocr-text');
  });

  it('refuses an endpoint, a tool or an operation that exists twice, whatever its path variables are called', () => {
    const twin =
      '"B" query Other0("Id" $other: ID!) @rest(method: GET, path: "/it/{other}") @access(to: PUBLIC) { data: echo(id: $other) { json } }';
    expect(refusals({}, undefined, [twin])).toEqual([
      'small/other0.graphql: has the endpoint GET /it/{}, as has small/get-it.graphql.',
    ]);
    const tool = (name: string) =>
      `"B" query ${name}("Id" $id: ID!) @tool(name: "same") @access(to: PUBLIC) { data: echo(id: $id) { json } }`;
    expect(refusals({}, undefined, [tool('Other0'), tool('Other1')])).toEqual([
      'small/other1.graphql: has the tool name same, as has small/other0.graphql.',
    ]);
  });

  it('names every problem of every document at once', () => {
    const found = refusals({ description: '', directives: '' }, undefined, ['query {']);
    expect(found).toHaveLength(4);
  });
});

describe('fragments that documents share', () => {
  const using = (name: string) =>
    `"A" query GetIt("Id" $id: ID!) @rest(method: GET, path: "/it/{id}") @tool(name: "it") @access(to: PUBLIC) {
       data: echo(id: $id) { ...${name} }
     }`;
  const load = (...files: [file: string, text: string][]) =>
    loadDocuments(
      smallSchema,
      files.map(([file, text]) => ({ file, text })),
    );
  const refused = (...files: [file: string, text: string][]) => {
    try {
      load(...files);
      return [];
    } catch (error) {
      if (!(error instanceof RefusedDocuments)) throw error;
      return error.refusals.map(({ file, message }) => `${file}: ${message}`);
    }
  };
  const whole = `# What it is.
fragment Whole on Echo { ...Answered }
fragment Answered on Echo { answer @toolOnly json }`;
  const document = ['small/get-it.graphql', using('Whole')] as [string, string];

  it('are read from the files of that name, in whatever folder, and may use each other', async () => {
    for (const file of ['fragments.graphql', 'small/fragments.graphql']) {
      const { all } = load([file, whole], document);
      const [loaded] = all;
      const names = ({ definitions }: { definitions: readonly { name?: { value: string } | undefined }[] }) =>
        definitions.map(({ name }) => name?.value);
      expect(all).toHaveLength(1);
      expect(names(loaded!.forTool.document as never)).toEqual(['GetIt', 'Whole', 'Answered']);
      expect(loaded!.forRest.document.definitions.map((node) => print(node)).join()).not.toContain('answer');
    }
  });

  it('leave a document the fragments that it has itself', () => {
    const own = `${using('Mine')} fragment Mine on Echo { json }`;
    expect(load(['small/get-it.graphql', own]).find('GetIt')!.forRest.document.definitions).toHaveLength(2);
  });

  it.each<[string, [string, string][], string[]]>([
    [
      'is missing',
      [
        ['fragments.graphql', whole],
        ['small/get-it.graphql', using('Hole')],
      ],
      [
        'fragments.graphql: line 2: Fragment "Whole" is never used.',
        'fragments.graphql: line 3: Fragment "Answered" is never used.',
        'small/get-it.graphql: line 2: Unknown fragment "Hole".',
      ],
    ],
    [
      'no document uses',
      [['fragments.graphql', `${whole}\nfragment Left on Echo { json }`], document],
      ['fragments.graphql: line 4: Fragment "Left" is never used.'],
    ],
    [
      'exists twice',
      [['fragments.graphql', whole], ['small/fragments.graphql', 'fragment Answered on Echo { json }'], document],
      [expect.stringMatching(/fragments\.graphql: line \d: There can be only one fragment named "Answered"\./)],
    ],
    [
      'asks for what the schema does not have',
      [
        ['fragments.graphql', `${whole}\nfragment Wrong on Echo { nothing }`],
        ['small/get-it.graphql', using('Wrong ...Whole')],
      ],
      [
        'fragments.graphql: line 4: Cannot query field "nothing" on type "Echo".',
        'small/get-it.graphql: fragments.graphql, line 4: Cannot query field "nothing" on type "Echo".',
      ],
    ],
    [
      'is an operation',
      [['fragments.graphql', `${whole}\n{ __typename }`], document],
      ['fragments.graphql: line 4: This is no fragment.'],
    ],
    [
      'is an operation that is right by itself',
      [
        [
          'fragments.graphql',
          `${whole}\nquery Other("Id" $id: ID!) @access(to: PUBLIC) { data: echo(id: $id) { json } }`,
        ],
        document,
      ],
      ['fragments.graphql: line 4: This is no fragment.'],
    ],
    [
      'is in another document',
      [
        ['small/get-it.graphql', using('Mine')],
        [
          'small/get-more.graphql',
          `${using('Mine').replaceAll('GetIt', 'GetMore').replace('/it/', '/more/').replace('"it"', '"more"')} fragment Mine on Echo { json }`,
        ],
      ],
      ['small/get-it.graphql: line 2: Unknown fragment "Mine".'],
    ],
    [
      'is no GraphQL',
      [['fragments.graphql', `${whole}\nfragment`], document],
      [
        'fragments.graphql: line 4: Syntax Error: Expected Name, found <EOF>.',
        'small/get-it.graphql: line 2: Unknown fragment "Whole".',
      ],
    ],
  ])('are refused with file and line where one %s', (_what, files, expected) => {
    expect(refused(...files)).toEqual(expected);
  });
});

describe('a loaded document', () => {
  const documents = loadDocuments(smallSchema, smallDocuments);
  const create = documents.find('CreateOrder')!;

  it.each([
    ['input.travelers', 'num_travelers'],
    ['input.speed', 'processing_speed'],
    ['input.party[1].stay_days', 'travelers[1].stay_days'],
    ['input.party.1.stay_days', 'travelers[1].stay_days'],
    ['input.unknown', 'input.unknown'],
    ['somewhere', 'somewhere'],
  ])('says the argument %s as the caller does: %s', (argument, word) => {
    expect(create.callersWord(argument)).toBe(word);
  });

  it('knows which variables must be given, and what holds when one is not', () => {
    expect([...create.variables.values()].map(({ name, required }) => [name, required])).toEqual([
      ['processing_speed', false],
      ['num_travelers', false],
      ['travelers', false],
      ['note', false],
    ]);
    expect(create.variables.get('processing_speed')?.default).toBe('standard');
    expect(documents.find('GetEcho')?.variables.get('id')?.required).toBe(true);
  });

  it('is found by its tool', () => {
    expect(documents.findTool('create_order')).toBe(create);
  });

  it('gives the calls of its operation over REST and as a tool', () => {
    const directory = createDirectory(documents);
    const { rest, tool } = directory.call('CreateOrder', { num_travelers: 2, note: undefined });
    expect({ rest, tool }).toEqual({
      rest: { method: 'POST', path: '/api/v1/agent/orders', body: { num_travelers: 2 } },
      tool: { name: 'create_order', arguments: { num_travelers: 2 } },
    });
    expect(directory.call('GetEcho', { id: 'a/b', limit: 5 }).rest).toEqual({
      method: 'GET',
      path: '/api/v1/agent/echo/a%2Fb?limit=5',
      body: null,
    });
    expect(directory.call('GetEcho', {}).rest?.path).toBe('/api/v1/agent/echo/{id}');
    expect(directory.call('Whoami', {}).tool).toBeNull();
  });
});
