import { expect } from 'vitest';

/** A page as a browser without scripts gets it. */
export interface Page {
  status: number;
  headers: Headers;
  html: string;
  title: string;
  /** Its text without markup, white space folded. */
  text: string;
}

/** What a person can do without scripts: open addresses, fill in the one form of a page, follow links. */
export interface Visitor {
  open(path: string, init?: RequestInit): Promise<Page>;
  /** Sends the form of a page with its own fields and the given ones, which replace those of the same name. */
  submit(page: Page, fields: Record<string, string | string[]>, init?: RequestInit): Promise<Page>;
}

const browser = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  accept: 'text/html',
  'sec-fetch-mode': 'navigate',
};
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
const plain = (text: string) => text.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity]!);

/** Returns the links of a page by their text. */
export function linksOf({ html }: Page): Map<string, string> {
  const found = [...html.matchAll(/<a\b[^>]*\bhref="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)];
  return new Map(found.map(([, href, words]) => [plain(words!.replace(/<[^>]*>/g, '')), plain(href!)]));
}

/** Returns what the form of a page would send as it stands: hidden and typed fields, what is checked or selected. */
export function formOf({ html }: Page): { method: string; action: string; fields: [string, string][] } {
  const [, head, body] = /<form\b([^>]*)>([\s\S]*?)<\/form>/.exec(html) ?? [];
  expect(body, 'the page has a form').toBeDefined();
  const attribute = (tag: string, name: string) => {
    const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
    return value === undefined ? undefined : plain(value);
  };
  const fields: [string, string][] = [];
  for (const [tag] of body!.matchAll(/<input\b[^>]*>/g)) {
    const isChoice = /type="(radio|checkbox)"/.test(tag);
    if (!isChoice || /\schecked\b/.test(tag)) fields.push([attribute(tag, 'name')!, attribute(tag, 'value') ?? '']);
  }
  for (const [, tag, options] of body!.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)) {
    const chosen = /<option value="([^"]*)" selected/.exec(options!) ?? /<option value="([^"]*)"/.exec(options!)!;
    fields.push([attribute(tag!, 'name')!, chosen[1]!]);
  }
  return { method: attribute(head!, 'method')!, action: attribute(head!, 'action')!, fields };
}

/** Makes a visitor of the pages of a service. */
export function visitorOf(url: string): Visitor {
  const open: Visitor['open'] = async (path, init = {}) => {
    const response = await fetch(new URL(path, url), {
      redirect: 'manual',
      ...init,
      headers: { ...browser, ...init.headers },
    });
    const html = await response.text();
    const title = plain(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? '');
    const body = /<body>([\s\S]*)<\/body>/.exec(html)?.[1] ?? '';
    const text = plain(body.replace(/<[^>]*>/g, ' '))
      .replace(/\s+/g, ' ')
      .trim();
    return { status: response.status, headers: response.headers, html, title, text };
  };
  return {
    open,
    submit: (page, given, init) => {
      const { method, action, fields } = formOf(page);
      const sent = new URLSearchParams([
        ...fields.filter(([name]) => !(name in given)),
        ...Object.entries(given).flatMap(([name, value]) =>
          [value].flat().map((each): [string, string] => [name, each]),
        ),
      ]);
      return method === 'get' ? open(`${action}?${sent}`, init) : open(action, { ...init, method: 'POST', body: sent });
    },
  };
}
