import { baseHeaders } from '../answer.ts';
import type { Arrival } from '../door.ts';
import type { Route, RouteTools } from '../routes.ts';
import { performForPage } from './perform-page.ts';

interface Introduction {
  summary: string;
  flow: { step: number; what: string; rest: string | null; tool: string | null }[];
  disclaimers: string[];
  products: { id: string; name: string; status: string; summary: string }[];
  modes: { mode: string; what: string }[];
}

interface Discovery {
  description: string;
  endpoints: { method: string; path: string; access: string; summary: string }[];
  authentication: { header: string; sandbox_key: string; guest: string };
  tools: { name: string; summary: string; access: string }[];
  links: Record<string, string>;
}

async function write(arrival: Arrival, { door }: RouteTools): Promise<void> {
  const [introduced, discovered] = [
    await performForPage(door, arrival, 'IntroduceService', {}),
    await performForPage(door, arrival, 'DiscoverService', {}),
  ];
  if ('error' in introduced || 'error' in discovered) throw new Error('the service cannot describe itself');
  const text = compose(introduced.data as Introduction, discovered.data as Discovery);
  arrival.response
    .writeHead(200, {
      ...baseHeaders(arrival.exchange),
      'content-type': 'text/plain; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'public, max-age=300',
    })
    .end(text);
}

function compose(introduction: Introduction, discovery: Discovery): string {
  const { summary, flow, disclaimers, products, modes } = introduction;
  const { authentication, endpoints, tools, links } = discovery;
  const lines = [
    '# Visa Agent Service',
    '',
    `> ${discovery.description}`,
    '',
    summary,
    '',
    '## Flow',
    '',
    ...flow.map(
      ({ step, what, rest, tool }) =>
        `${step}. ${what}${rest ? ` REST: ${rest}.` : ''}${tool ? ` Tool: ${tool}.` : ''}`,
    ),
    '',
    '## Products',
    '',
    ...products.map(({ id, status, summary: says }) => `- ${id} (${status}): ${says}`),
    '',
    '## Authentication and modes',
    '',
    `- ${authentication.header}. A sandbox key: POST ${authentication.sandbox_key}.`,
    `- ${authentication.guest}`,
    ...modes.map(({ mode, what }) => `- ${mode}: ${what}`),
    '',
    '## Disclaimers',
    '',
    ...disclaimers.map((line) => `- ${line}`),
    '',
    '## Endpoints',
    '',
    ...endpoints.map(({ method, path, access, summary: says }) => `- ${method} ${path} (${access}): ${says}`),
    '',
    '## Tools',
    '',
    ...tools.map(({ name, access, summary: says }) => `- ${name} (${access}): ${says}`),
    '',
    '## Links',
    '',
    ...Object.entries(links).map(([name, url]) => `- [${name}](${url})`),
    '',
  ];
  return lines.join('\n');
}

/** `/llms.txt`: what a language model needs to know of the service, in Markdown (llmstxt.org). */
export const llmsText: Route = { method: 'GET', path: '/llms.txt', access: 'OPEN', handle: write };
