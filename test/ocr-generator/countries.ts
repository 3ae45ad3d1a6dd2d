import data from './countries.json' with { type: 'json' };

/** The captions that a country prints, in its languages. A country without a place of birth may print one of origin. */
export interface Labels {
  surname: string;
  given: string;
  nationality: string;
  dob: string;
  sex: string;
  pob: string | null;
  doi: string;
  doe: string;
  authority: string;
  number: string;
  origin?: string;
}

/** What the documents of a country look like and hold. In numbers, `#` stands for a digit and `@` for a letter. */
export interface Country {
  code: string;
  mrz: string;
  title: string[];
  nat: string;
  labels: Labels;
  places: string[];
  surnames: string[];
  given: string[];
  num: string;
  personal?: string;
  authority: string;
}

/** Thirty countries with captions in their own languages and scripts. */
export const countries: readonly Country[] = data;
