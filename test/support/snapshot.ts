/** What is random in an answer, and what stands for it in a snapshot. */
const random: readonly [RegExp, string][] = [
  [/http:\/\/127\.0\.0\.1:\d+/g, '{base_url}'],
  [/\b(ord|app|doc|prf|whk|evt|dlv|key|acc|ptr|req|upl|out|ldg)_[0-9a-z]{26}\b/g, '$1_…'],
  [/cs_sandbox_[\w-]+/g, 'cs_sandbox_…'],
  [/\b(re|pi)_sandbox_[0-9a-f]+/g, '$1_sandbox_…'],
  [/gst_[\w-]+/g, 'gst_…'],
  [/svc_agent_[0-9a-f]+/g, 'svc_agent_…'],
  [/SIM-\d+/g, 'SIM-…'],
  [/SIM[0-9A-F]{9}/g, 'SIM…'],
  [/whsec_[\w+/=]+/g, 'whsec_…'],
];

/** Returns a body with everything random replaced by what it is, for snapshots: times stand still in tests by themselves. */
export function withoutRandomness<Body>(body: Body): Body {
  let text = JSON.stringify(body);
  for (const [pattern, name] of random) text = text.replace(pattern, name);
  return JSON.parse(text);
}
