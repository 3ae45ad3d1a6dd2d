import type { Arrival } from '../door.ts';
import type { Route, RouteTools } from '../routes.ts';
import { html, page, writePage } from './html.ts';
import { performForPage } from './perform-page.ts';
import { packagedScript } from './static-asset.ts';

interface Introduction {
  summary: string;
  disclaimers: string[];
}

interface Catalogue {
  errors: { code: string; status: number; meaning: string; action: string; retryable: boolean }[];
}

/** The reference runs a script of ours and reads the interface description; nothing else is allowed. */
const referencePolicy =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

async function read<Data>(arrival: Arrival, { door }: RouteTools, operation: string): Promise<Data> {
  const answer = await performForPage(door, arrival, operation, {});
  if ('error' in answer) throw new Error(`${operation} answered ${answer.status}`);
  return answer.data as Data;
}

async function showReference(arrival: Arrival, tools: RouteTools): Promise<void> {
  const { summary, disclaimers } = await read<Introduction>(arrival, tools, 'IntroduceService');
  const content = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference</title>
<link rel="icon" href="data:,">
<script type="module" src="/docs/rapidoc.js"></script>
<style>body { margin: 0; font-family: system-ui, "Liberation Sans", sans-serif } rapi-doc { width: 100%; height: 100vh } .intro { padding: 0 1.5rem; max-width: 60rem } noscript { display: block; padding: 1.5rem }</style>
</head>
<body>
<rapi-doc spec-url="/api/v1/agent/openapi.json" render-style="focused" show-header="false" allow-server-selection="false" allow-authentication="true" allow-spec-file-download="true" load-fonts="false" regular-font="system-ui, 'Liberation Sans', sans-serif" mono-font="ui-monospace, 'Liberation Mono', monospace" primary-color="#0b5fd7" theme="light" schema-style="table" default-schema-tab="schema" show-method-in-nav-bar="as-colored-text" use-path-in-nav-bar="false" persist-auth="false">
<div class="intro">
<p>${summary}</p>
<ul>${disclaimers.map((line) => html`<li>${line}</li>`)}</ul>
<p><a href="/docs/errors">All error codes</a> · <a href="/api/v1/agent/openapi.json">OpenAPI document</a> · <a href="/graphql">GraphiQL</a> · <a href="/llms.txt">llms.txt</a></p>
</div>
</rapi-doc>
<noscript>The reference needs a script of this page. The same content is in the <a href="/api/v1/agent/openapi.json">OpenAPI document</a> and in <a href="/llms.txt">llms.txt</a>.</noscript>
</body>
</html>
`;
  writePage(arrival.response, arrival.exchange, 200, content, { 'content-security-policy': referencePolicy });
}

async function showErrors(arrival: Arrival, tools: RouteTools): Promise<void> {
  const { errors } = await read<Catalogue>(arrival, tools, 'ListErrors');
  const content = html`
<div class="card">
<h1>Error codes</h1>
<p>Every error says <code>code</code>, <code>message</code> and <code>hint</code>; <code>details</code> names the fields. Quote <code>request_id</code> when you ask for help.</p>
</div>
${errors.map(
  ({ code, status, meaning, action, retryable }) => html`
<div class="card" id="${code}">
<h2><a href="#${code}">${code}</a> <span class="soft">${status}</span></h2>
<p>${meaning}</p>
<p>${action}</p>
<p class="soft">${retryable ? 'The same request can succeed later.' : 'Repeating the same request does not help.'}</p>
</div>`,
)}`;
  writePage(arrival.response, arrival.exchange, 200, page('Error codes', content));
}

async function showHome(arrival: Arrival, tools: RouteTools): Promise<void> {
  const { summary, disclaimers } = await read<Introduction>(arrival, tools, 'IntroduceService');
  const content = html`
<div class="card">
<h1>Travel authorizations for agents</h1>
<p>Which authorization a traveler needs, what it costs, paying for it, filing it, and following it: over REST, GraphQL and MCP.</p>
<p>${summary}</p>
<div class="row">
<a class="button" href="/docs">API reference</a>
<a class="button quiet" href="/requirements">Requirements</a>
<a class="button quiet" href="/apply">Apply</a>
<a class="button quiet" href="/llms.txt">llms.txt</a>
<a class="button quiet" href="/graphql">GraphiQL</a>
</div>
</div>
<div class="card">
<h2>Good to know</h2>
<ul>${disclaimers.map((line) => html`<li>${line}</li>`)}</ul>
</div>`;
  writePage(arrival.response, arrival.exchange, 200, page('Visa Agent Service', content));
}

/** The front page, the reference of the interface, and the page of errors. */
export const documentationPages: readonly Route[] = [
  { method: 'GET', path: '/', access: 'OPEN', handle: showHome },
  { method: 'GET', path: '/docs', access: 'OPEN', handle: showReference },
  { method: 'GET', path: '/docs/errors', access: 'OPEN', handle: showErrors },
  packagedScript('/docs/rapidoc.js', 'rapidoc'),
];
