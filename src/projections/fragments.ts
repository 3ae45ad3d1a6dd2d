import {
  type ASTNode,
  type ASTVisitor,
  type DefinitionNode,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  NoUnusedFragmentsRule,
  specifiedRules,
  type ValidationContext,
  validate,
  visit,
} from 'graphql';

/** Tells whether a file holds what several documents select, in place of a document. */
export const holdsFragments = (file: string): boolean => /(^|\/)fragments\.graphql$/.test(file);

const onlyFragments = (context: ValidationContext): ASTVisitor => ({
  OperationDefinition: (node) => context.reportError(new GraphQLError('This is no fragment.', { nodes: node })),
});
const rules = [...specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule), onlyFragments];

/** Puts documents together into one. */
export const together = (documents: readonly DocumentNode[]): DocumentNode => ({
  kind: Kind.DOCUMENT,
  definitions: documents.flatMap(({ definitions }) => definitions),
});

/** Returns what is wrong with shared fragments, each by itself and in that no document uses it; `isSound` where all together are valid. */
export function judgeFragments(
  schema: GraphQLSchema,
  shared: readonly DocumentNode[],
  documents: readonly DocumentNode[],
  isSound: boolean,
): GraphQLError[] {
  if (shared.length === 0) return [];
  if (isSound) return [...validate(schema, together(shared), [onlyFragments])];
  const unused = validate(schema, together([...shared, ...documents]), [NoUnusedFragmentsRule]);
  const isShared = ({ nodes }: GraphQLError) =>
    shared.some(({ definitions }) => definitions.includes(nodes?.[0] as DefinitionNode));
  return [...validate(schema, together(shared), rules), ...unused.filter(isShared)];
}

/** Returns a document with the shared fragments that it uses, directly or through others. */
export function withShared(document: DocumentNode, shared: readonly DocumentNode[]): DocumentNode {
  const whole = together([document, ...shared]);
  const used = fragmentsInUse(whole, document);
  const isOurs = (node: DefinitionNode) => document.definitions.includes(node);
  return { ...document, definitions: whole.definitions.filter((node) => isOurs(node) || used.has(node)) };
}

/** Returns the fragments of a document that are spread in a part of it, directly or through others. */
export function fragmentsInUse({ definitions }: DocumentNode, part: ASTNode): Set<DefinitionNode> {
  const used = new Set<DefinitionNode>();
  const follow = (from: ASTNode): unknown =>
    visit(from, {
      FragmentSpread: ({ name }) => {
        const found = definitions.find(
          (node) => node.kind === Kind.FRAGMENT_DEFINITION && node.name.value === name.value,
        );
        if (!found || used.has(found)) return;
        used.add(found);
        follow(found);
      },
    });
  follow(part);
  return used;
}

/** Says where an error lies: its line, and the file where that is another than the one that is read. */
export function placeOf({ source, locations }: GraphQLError, file: string): string {
  const line = `line ${locations?.[0]?.line ?? '?'}`;
  return source && source.name !== file ? `${source.name}, ${line}` : line;
}
