import { type Html, html } from '../html.ts';
import { sourceList } from '../requirements.ts';

interface Condition {
  code: string;
  question: string;
  decides: boolean;
  alternative_to: string | null;
  if_true: string;
  if_false: string;
}

/** What `CheckEligibility` answers. */
export interface Eligibility {
  required: boolean;
  visa_type?: string;
  status?: 'open' | 'not_open';
  status_note?: string;
  eligibility?: 'eligible' | 'conditional';
  verdict?: 'not_needed' | 'not_covered';
  explanation: string;
  conditions: Condition[];
  warnings: { message: string }[];
  sources: { title: string; url: string | null; verified_at: string | null }[];
}

/** What must hold, so that the answer does; alternatives of one name stand together. */
function deciding(conditions: readonly Condition[]): Html | false {
  const groups = Map.groupBy(
    conditions.filter(({ decides }) => decides),
    ({ alternative_to, code }) => alternative_to ?? code,
  );
  if (groups.size === 0) return false;
  return html`<h3>This holds only on conditions</h3><ul>${[...groups.values()].map((group) =>
    group.length === 1
      ? html`<li>${group[0]!.question}<br><span class="soft">If not: ${group[0]!.if_false}</span></li>`
      : html`<li>At least one of these:<ul>${group.map(({ question }) => html`<li>${question}</li>`)}</ul></li>`,
  )}</ul>`;
}

function exceptions(conditions: readonly Condition[]): Html | false {
  const others = conditions.filter(({ decides }) => !decides);
  if (others.length === 0) return false;
  return html`<details><summary>Cases in which the answer is another</summary><ul>${others.map(
    ({ question, if_true }) => html`<li>${question}<br><span class="soft">If so: ${if_true}</span></li>`,
  )}</ul></details>`;
}

/** Says what eligibility found: why, on which conditions, what to mind, and what it rests on. */
export function verdictWords({ explanation, conditions, warnings, sources }: Eligibility): Html {
  const cited = sources.flatMap(({ title, url, verified_at }) =>
    url === null ? [] : [{ title, url, verifiedAt: verified_at }],
  );
  return html`<p>${explanation}</p>
${warnings.map(({ message }) => html`<p class="notice">${message}</p>`)}
${deciding(conditions)}
${exceptions(conditions)}
${cited.length > 0 && html`<details><summary>What this rests on</summary>${sourceList(cited)}</details>`}`;
}
