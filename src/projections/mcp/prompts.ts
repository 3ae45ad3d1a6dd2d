import type { CompleteRequestParams, CompleteResult, GetPromptResult, Prompt } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { countryCodes, countryName, readCountry } from '../../kernel/country.ts';

/** What assistants can be asked to do, with the tools to do it. */
export const prompts: readonly Prompt[] = [
  {
    name: 'plan_my_trip',
    title: 'Plan my trip',
    description: 'Find out what a traveler needs for a trip, what it costs, and by when to apply.',
    arguments: [
      { name: 'nationality', description: 'Country of the passport.', required: true },
      { name: 'destination', description: 'Country of the destination.', required: true },
      { name: 'travel_date', description: 'Day of arrival, YYYY-MM-DD.' },
      { name: 'travelers', description: 'How many people travel.' },
      { name: 'visa_type', description: 'The authorization, where it is known already.' },
    ],
  },
  {
    name: 'prepare_us_interview',
    title: 'Prepare the US visa interview',
    description: 'Practise the interview for a US visitor visa and check what to bring.',
    arguments: [
      { name: 'nationality', description: 'Country of the passport.', required: true },
      { name: 'purpose', description: 'Why the traveler goes, e.g. holiday, a wedding, a trade fair.' },
      { name: 'stay_days', description: 'Length of the stay in days.' },
    ],
  },
];

type Given = Record<string, string>;

/** Returns a prompt with what was given filled in; undefined for a name that is none. */
export function getPrompt(name: string, given: Given): GetPromptResult | undefined {
  const prompt = prompts.find((candidate) => candidate.name === name);
  if (prompt === undefined) return undefined;
  const missing = prompt.arguments?.find((argument) => argument.required && !given[argument.name]);
  if (missing) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The argument ${missing.name} is missing.`);
  const words = name === 'plan_my_trip' ? planMyTrip(given) : prepareInterview(given);
  return {
    description: prompt.description!,
    messages: [{ role: 'user', content: { type: 'text', text: words } }],
  };
}

/** What was given is somebody's text: one line of it, of bounded length. */
const said = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 120);
const country = (text: string) => {
  const code = /^[a-z]{2}$/i.test(text.trim()) ? readCountry(text.trim()) : undefined;
  return code === undefined ? said(text) : `${countryName(code)} (${code})`;
};

function planMyTrip({ nationality = '', destination = '', travel_date, travelers, visa_type }: Given): string {
  const facts = [
    `Passport: ${country(nationality)}`,
    `Destination: ${country(destination)}`,
    ...(travel_date ? [`Arrival: ${said(travel_date)}`] : []),
    ...(travelers ? [`Travelers: ${said(travelers)}`] : []),
    ...(visa_type ? [`Authorization in mind: ${said(visa_type)}`] : []),
  ];
  return `Help me plan a trip as far as entry rules go.

${facts.map((fact) => `- ${fact}`).join('\n')}

1. Call check_eligibility with the two country codes and whatever I told you. If it returns conditions with decides: true, ask me those questions, one at a time, and call it again with my answers.
2. Tell me in two sentences what I need and why, or that I need nothing, or that this service cannot help; name the date of the sources. Mention every warning.
3. If an authorization is open, call quote_pricing for all travelers. Keep the service fee and the government fee apart, and say if one of them is paid elsewhere.
4. Give me a short timetable counted back from the arrival: when to apply at the latest, and what to have ready (passport, photo, contact details). If no date is known, ask for it.
5. Ask before anything is paid. Only when I agree, call create_checkout_session and give me the link; I pay there myself.

Do not guess rules that the tools did not return. This is a private service, not a government website; say so once.`;
}

function prepareInterview({ nationality = '', purpose, stay_days }: Given): string {
  const facts = [
    `Passport: ${country(nationality)}`,
    ...(purpose ? [`Purpose: ${said(purpose)}`] : []),
    ...(stay_days ? [`Stay: ${said(stay_days)} days`] : []),
  ];
  return `Help me prepare for the interview for a US visitor visa (B1/B2, form DS-160).

${facts.map((fact) => `- ${fact}`).join('\n')}

1. Call check_eligibility for my nationality and US, with the stay if you know it. If I do not need the visitor visa, or none is issued to my nationality at present, tell me first and stop. Mention every warning, above all a bond.
2. Read the resource requirements://DS160 and list what I bring: passport, the confirmation page with its barcode, the appointment, the receipt of the official fee, the photo, and papers that show my plans and my ties at home. Say which fee I pay to whom.
3. Then play the consular officer. Ask one question at a time, wait for my answer, and give one sentence of advice on clarity and consistency after each: why I travel and why now, where I stay and with whom, who pays, my work or studies, my family at home, earlier travel and refusals, when and why I return.
4. Point out where an answer contradicts another or what a form would say. Never suggest an untrue answer, a false document or a hidden fact: a false statement can bar me for life, and the officer decides.
5. Finish with the three answers that I should practise most.`;
}

const countries = [...new Set(countryCodes())].map((code) => ({ code, name: countryName(code) }));
const productIds = ['ESTA', 'DS160', 'UK_ETA', 'CANADA_ETA', 'ETIAS'];

/** Completes an argument of a prompt: countries by code or name, and products. */
export function completeArgument({ ref, argument }: CompleteRequestParams): CompleteResult['completion'] | undefined {
  if (ref.type !== 'ref/prompt' || !prompts.some(({ name }) => name === ref.name)) return undefined;
  const typed = argument.value.trim().toLowerCase();
  const found =
    argument.name === 'nationality' || argument.name === 'destination'
      ? matchCountries(typed)
      : argument.name === 'visa_type'
        ? productIds.filter((id) => id.toLowerCase().startsWith(typed))
        : [];
  return { values: found.slice(0, 100), total: found.length, hasMore: found.length > 100 };
}

/** Two letters may be a code or the beginning of a name: the code comes first. */
function matchCountries(typed: string): string[] {
  const codes = typed.length <= 2 ? countries.filter(({ code }) => code.toLowerCase().startsWith(typed)) : [];
  const names = typed.length === 0 ? [] : countries.filter(({ name }) => name.toLowerCase().startsWith(typed));
  return [...new Set([...codes.map(({ code }) => code), ...names.map(({ name }) => name)])];
}
