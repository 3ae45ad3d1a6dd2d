import { buildSchema, type ExecutionResult, execute, type GraphQLScalarType, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/graphql/context.ts';
import { compileDocument } from '../../src/projections/compile/results.ts';

const schema = buildSchema(`
  scalar Moment
  enum Color { red green }
  input Inner { a: Int = 7, b: String, when: Moment }
  input Outer { inner: Inner, list: [Inner!], color: Color! = green, id: ID }
  interface Animal { name: String! }
  type Cat implements Animal { name: String!, lives: Int }
  type Dog implements Animal { name: String!, owner: Person }
  union Thing = Cat | Person
  type Person { name: String, born: Moment!, friends: [Person!]!, slow: String, pet: Animal, things: [Thing] }
  type Query { echo(input: Outer, n: Int = 3, flag: Boolean): String, person(kind: String): Person }
`);
const moment = schema.getType('Moment') as GraphQLScalarType;
moment.coerceOutputValue = (value) => (value as Date).toISOString();
moment.coerceInputValue = (value) => new Date(String(value));
schema.getQueryType()!.getFields().echo!.resolve = (_root, args) => JSON.stringify(args);

const cat = { __typename: 'Cat', name: 'Tom', lives: 9 };
const anna = { __typename: 'Person', name: 'Anna', born: new Date(0), friends: [], things: [] };
const bert = {
  name: null,
  born: new Date(1e12),
  friends: [anna, anna],
  pet: { __typename: 'Dog', name: 'Rex', owner: anna },
  things: [cat, null, anna],
};
schema.getQueryType()!.getFields().person!.resolve = (_root, { kind }) => {
  if (kind === 'none') return null;
  if (kind === 'later') return Promise.resolve(bert);
  if (kind === 'broken') throw new Error('broken');
  return kind === 'homeless' ? { ...bert, born: null } : bert;
};
const person = schema.getType('Person') as unknown as { getFields(): Record<string, { resolve: unknown }> };
person.getFields().slow!.resolve = async (value: { name: string }) => {
  if (value.name === 'broken') throw new Error('slow and broken');
  return `slow ${value.name}`;
};
for (const name of ['Animal', 'Thing']) {
  (schema.getType(name) as unknown as { resolveType: unknown }).resolveType = (value: { __typename: string }) =>
    value.__typename;
}

/** Runs a query with both executors and expects the same of them. */
async function same(query: string, variables: Record<string, unknown> = {}): Promise<unknown> {
  const document = parse(query);
  const reference = (await execute({ schema, document, variableValues: variables })) as ExecutionResult;
  let made: unknown;
  let thrown: unknown;
  try {
    made = await compileDocument(schema, document)({} as Context, variables);
  } catch (error) {
    thrown = error;
  }
  if (reference.errors) expect(thrown).toBeInstanceOf(Error);
  else expect(JSON.parse(JSON.stringify(made))).toEqual(JSON.parse(JSON.stringify(reference.data)));
  return thrown ?? made;
}

const write = `query Q($a: Int, $b: String = "x", $inner: Inner, $list: [Inner!], $n: Int, $color: Color! = red, $id: ID) {
  data: echo(n: $n, input: { inner: { a: $a, b: $b }, list: $list, color: $color, id: $id }) whole: echo(input: { inner: $inner }) constant: echo(input: { inner: { b: "c" }, list: { a: $a } }, flag: true) }`;

describe('a compiled document', () => {
  it.each<[string, Record<string, unknown>]>([
    ['nothing', {}],
    ['null', { a: null, b: null, inner: null, list: null, n: null, id: null }],
    ['values', { a: 1, b: 'y', inner: { a: 2 }, list: [{ b: 'z' }, {}], n: 4, color: 'green', id: 12 }],
    ['moments', { inner: { when: '2026-01-01T00:00:00Z', a: null } }],
  ])('gives resolvers the arguments that GraphQL gives them, for %s', async (_what, variables) => {
    await same(write, variables);
  });

  it.each([
    '{ data: person { name born friends { name friends { name } } } }',
    '{ data: person { pet { __typename name ... on Dog { owner { name } } ... on Cat { lives } } } }',
    '{ data: person { things { ... on Cat { lives n: name } ... on Person { born } } } }',
    '{ data: person { things { ...F } } } fragment F on Thing { __typename ... on Animal { name } }',
    '{ data: person { friends { slow } slow } }',
    '{ data: person(kind: "later") { name friends { slow born } } }',
    '{ data: person(kind: "none") { name } }',
    '{ data: person { friends { name } ... on Person { friends { born } } } }',
  ])('builds the answer that GraphQL builds: %s', async (query) => {
    await same(query);
  });

  it('fails as a whole when one field fails, at once or later', async () => {
    expect(await same('{ data: person(kind: "broken") { name } }')).toMatchObject({ message: 'broken' });
    expect(await same('{ data: person(kind: "homeless") { name born } }')).toMatchObject({
      message: expect.stringContaining('Person.born'),
    });
  });

  it('leaves no rejection behind that nobody meets', async () => {
    const unmet: unknown[] = [];
    const note = (error: unknown) => unmet.push(error);
    process.on('unhandledRejection', note);
    const slow = { name: 'broken', born: new Date(0), friends: [{ name: 'broken', born: null, friends: [] }] };
    schema.getQueryType()!.getFields().person!.resolve = () => slow;
    await same('{ data: person { slow friends { slow born } } }');
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note);
    expect(unmet).toEqual([]);
  });

  it('is refused with @skip and @include', () => {
    const document = parse('query Q($x: Boolean!) { data: person { name @skip(if: $x) } }');
    expect(() => compileDocument(schema, document)).toThrow('@skip');
  });
});
