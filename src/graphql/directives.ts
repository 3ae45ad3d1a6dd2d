import {
  DirectiveLocation,
  GraphQLBoolean,
  GraphQLDirective,
  GraphQLEnumType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql';

const operations = [DirectiveLocation.QUERY, DirectiveLocation.MUTATION];

const RestMethod = new GraphQLEnumType({
  name: 'RestMethod',
  description: 'HTTP method of an endpoint.',
  values: { GET: {}, POST: {}, PATCH: {}, PUT: {}, DELETE: {} },
});

const Access = new GraphQLEnumType({
  name: 'Access',
  description: 'Who may call an operation.',
  values: {
    PUBLIC: { description: 'Anybody, from any web page too.' },
    GUEST_OR_KEY: { description: 'An API key, or an agent without one; hidden from browsers.' },
    KEY: { description: 'An API key.' },
    KEY_OR_GUEST_TOKEN: { description: 'An API key, or the guest token of the order.' },
    OPERATOR: { description: 'An API key with the scope operator.' },
  },
});

/** What a persisted document says about itself, one concern a directive. */
export const documentDirectives: readonly GraphQLDirective[] = [
  new GraphQLDirective({
    name: 'rest',
    description: 'The endpoint that serves this operation; the path is below the prefix of the interface.',
    locations: operations,
    args: {
      method: { type: new GraphQLNonNull(RestMethod) },
      path: { type: new GraphQLNonNull(GraphQLString) },
      status: { type: new GraphQLNonNull(GraphQLInt), defaultValue: 200, description: 'Status of a success.' },
      upload: {
        type: new GraphQLNonNull(GraphQLBoolean),
        defaultValue: false,
        description: 'The body may be as large as an upload.',
      },
    },
  }),
  new GraphQLDirective({
    name: 'tool',
    description: 'The tool that serves this operation.',
    locations: operations,
    args: {
      name: { type: new GraphQLNonNull(GraphQLString) },
      title: { type: GraphQLString, description: 'A short name for people.' },
      confirm: {
        type: new GraphQLNonNull(GraphQLBoolean),
        defaultValue: false,
        description: 'Says first what would happen, and acts only once that is confirmed.',
      },
      destructive: {
        type: new GraphQLNonNull(GraphQLBoolean),
        defaultValue: false,
        description: 'Takes something away that cannot be brought back.',
      },
      openWorld: {
        type: new GraphQLNonNull(GraphQLBoolean),
        defaultValue: false,
        description: 'Reaches parties outside the service.',
      },
    },
  }),
  new GraphQLDirective({
    name: 'page',
    description: 'A page of this service for people shows the answer of this operation.',
    locations: operations,
  }),
  new GraphQLDirective({
    name: 'access',
    description: 'Who may call this operation; the same as the root field says.',
    locations: operations,
    args: { to: { type: new GraphQLNonNull(Access) } },
  }),
  new GraphQLDirective({
    name: 'idempotent',
    description: 'A repetition with the same idempotency key is answered with the first answer.',
    locations: operations,
  }),
  new GraphQLDirective({
    name: 'errors',
    description: 'Codes of the failures that this operation itself can answer with.',
    locations: operations,
    args: { codes: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLString))) } },
  }),
  new GraphQLDirective({
    name: 'cache',
    description: 'The answer may be kept by clients and has an ETag; without this directive nothing may be kept.',
    locations: [DirectiveLocation.QUERY],
    args: {
      maxAge: { type: new GraphQLNonNull(GraphQLInt), description: 'Seconds.' },
      unless: { type: GraphQLString, description: 'A variable whose presence makes the answer personal.' },
    },
  }),
  new GraphQLDirective({
    name: 'unlimited',
    description: 'Is not counted against any rate limit.',
    locations: operations,
  }),
  new GraphQLDirective({
    name: 'toolOnly',
    description: 'This field is part of the tool result only, not of the REST answer.',
    locations: [DirectiveLocation.FIELD, DirectiveLocation.INLINE_FRAGMENT],
  }),
];
