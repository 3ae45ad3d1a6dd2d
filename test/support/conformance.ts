import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** An OpenAPI document, as far as it is looked at here. */
interface Openapi {
  paths: Record<string, Record<string, { responses: Record<string, { $ref?: string } & Described> }>>;
  components: { responses: Record<string, Described> } & object;
}
interface Described {
  content?: Record<string, { schema: object }>;
}

/** Complains about an answer that the OpenAPI document does not promise. */
export type Conformance = (method: string, path: string, status: number, body: unknown) => void;

/** Makes the check of answers against an OpenAPI document; each schema is compiled when it is first needed. */
export function conformanceOf(document: unknown): Conformance {
  const { paths, components } = document as Openapi;
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  (formats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: 'openapi', components });
  const checks = new Map<string, ValidateFunction | undefined>();
  const templates = Object.keys(paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    variables: template.split('{').length,
  }));
  templates.sort((one, other) => one.variables - other.variables);

  return (method, path, status, body) => {
    const template = templates.find(
      ({ template: candidate, pattern }) => pattern.test(path) && paths[candidate]![method.toLowerCase()],
    )?.template;
    if (template === undefined) return;
    const name = `${method} ${template} ${status}`;
    if (!checks.has(name)) {
      const response = paths[template]![method.toLowerCase()]!.responses[status];
      if (!response) throw new Error(`${name} is not in the OpenAPI document: ${JSON.stringify(body)}`);
      const described = response.$ref ? components.responses[response.$ref.split('/').at(-1)!]! : response;
      const schema = described.content?.['application/json']?.schema;
      const text = JSON.stringify(schema ?? {}).replaceAll('"#/components/', '"openapi#/components/');
      checks.set(name, schema && ajv.compile(JSON.parse(text)));
    }
    const check = checks.get(name);
    if (check && !check(body)) {
      const problems = check
        .errors!.slice(0, 8)
        .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
      throw new Error(`${name} differs from the OpenAPI document:\n${problems.join('\n')}\n${JSON.stringify(body)}`);
    }
  };
}
