import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { Documents } from '../document.ts';
import { type Answer, type Engine, perform } from '../perform.ts';
import type { Catalog, Visit } from './catalog.ts';

/** What reading resources needs. */
export interface ResourceServices {
  engine: Engine;
  /** The products, with their names. */
  products: readonly { id: string; name: string }[];
}

interface Requirements {
  name: string;
  long_name: string;
  status_note: string | null;
  official_site: string;
  apply_url: string | null;
  sections: { title: string; lines: string[] }[];
  sources: { title: string; url: string; verified_at: string | null }[];
}

/** Makes the resources: the requirements of each product, and the status of applications for those who may read it. */
export function createResources(
  { engine, products }: ResourceServices,
  documents: Documents,
): Pick<Catalog, 'resources' | 'resourceTemplates' | 'readResource'> {
  const requirements = documents.find('GetProductRequirements');
  const status = documents.find('GetApplicationStatus');
  const listed: Resource[] = requirements
    ? products.map(({ id, name }) => ({
        uri: `requirements://${id}`,
        name: `requirements_${id}`,
        title: `What ${name} asks of a traveler`,
        description: 'Fees, validity, passport, documents, exemptions and special cases, with sources.',
        mimeType: 'text/markdown',
      }))
    : [];
  const templates: ResourceTemplateType[] = status
    ? [
        {
          uriTemplate: 'application://{id}',
          name: 'application',
          title: 'How an application stands',
          description: 'Needs the API key that owns the application.',
          mimeType: 'application/json',
        },
      ]
    : [];
  const readRequirements = async (uri: string, visa_type: string, { call }: Visit): Promise<ReadResourceResult> => {
    const data = requireData(uri, await perform(engine, requirements!, 'forTool', { visa_type }, call)) as Requirements;
    return { contents: [{ uri, mimeType: 'text/markdown', text: markdown(data) }] };
  };
  const readStatus = async (uri: string, id: string, { call, refusal }: Visit): Promise<ReadResourceResult> => {
    if (refusal !== undefined) throw new ResourceNotFoundError(uri);
    const data = requireData(uri, await perform(engine, status!, 'forTool', { id }, call));
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(data) }] };
  };
  return {
    resources: () => listed,
    resourceTemplates: () => templates,
    readResource: (uri, visit) => {
      if (listed.some((resource) => resource.uri === uri)) {
        return readRequirements(uri, uri.slice('requirements://'.length), visit);
      }
      const id = /^application:\/\/([\w-]{1,64})$/.exec(uri)?.[1];
      return id !== undefined && status ? readStatus(uri, id, visit) : undefined;
    },
  };
}

function requireData(uri: string, answer: Answer): unknown {
  if (!('error' in answer)) return answer.data;
  if (answer.status === 404 || answer.status === 401) throw new ResourceNotFoundError(uri);
  throw new ProtocolError(ProtocolErrorCode.InternalError, `${answer.error.code}: ${answer.error.message}`);
}

function markdown({ name, long_name, status_note, official_site, apply_url, sections, sources }: Requirements): string {
  return [
    `# ${name}`,
    long_name,
    ...(status_note === null ? [] : [status_note]),
    ...sections.flatMap(({ title, lines }) => [`## ${title}`, lines.map((line) => `- ${line}`).join('\n')]),
    '## Where to go',
    [`- Official site: ${official_site}`, ...(apply_url === null ? [] : [`- Guided application: ${apply_url}`])].join(
      '\n',
    ),
    '## Sources',
    sources
      .map((page) => `- [${page.title}](${page.url})${page.verified_at === null ? '' : `, ${page.verified_at}`}`)
      .join('\n'),
    'This service is private and independent; it is not a government website.',
  ].join('\n\n');
}
