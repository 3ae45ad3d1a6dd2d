import { describe, expect, it } from 'vitest';
import { transliterate, transliterations, zoneNames } from '../../../src/domain/ocr/transliteration.ts';

describe('a name in the zone', () => {
  it.each([
    ['MÜLLER', 'MUELLER'],
    ['Jörg-Uwe', 'JOERG<UWE'],
    ['GROẞMANN', 'GROSSMANN'],
    ['Großmann', 'GROSSMANN'],
    ['ÅKERSTRÖM', 'AAKERSTROEM'],
    ['ÆVARSDÓTTIR', 'AEVARSDOTTIR'],
    ['ÞÓRÐARSON', 'THORDARSON'],
    ['ØSTENBYEN', 'OESTENBYEN'],
    ['Núñez García', 'NUNEZ<GARCIA'],
    ['ŁÓDŹ', 'LODZ'],
    ['ŞAHİN', 'SAHIN'],
    ['ıŞIK', 'ISIK'],
    ['NGUYỄN', 'NGUYEN'],
    ['ĐẶNG', 'DANG'],
    ["D'ARTAGNAN", 'DARTAGNAN'],
    ['O’BRIEN', 'OBRIEN'],
    ['VON DER HEIDE', 'VON<DER<HEIDE'],
    ['Smith–Jones', 'SMITH<JONES'],
    ['ŒUVRARD', 'OEUVRARD'],
    ['ШЕВЧЕНКО', 'SHEVCHENKO'],
    ['  ANNA   MARIA ', 'ANNA<MARIA'],
    ['J. R.', 'J<R'],
  ])('%s is written %s (ICAO Doc 9303-3, section 6)', (name, zone) => {
    expect(transliterate(name)).toBe(zone);
  });

  it.each([
    ['MÜLLER', ['MUELLER', 'MUXXLLER', 'MULLER']],
    ['NÚÑEZ', ['NUNEZ', 'NUNXXEZ']],
    ['GÖRÖG', ['GOEROEG', 'GOROEG', 'GOEROG', 'GOROG']],
  ])('%s may be written %j', (name, zones) => {
    expect(transliterations(name).sort()).toEqual([...zones].sort());
  });

  it('has at most 64 ways to be written, however long it is', () => {
    const ways = transliterations('ÄÖÜÄÖÜÄÖÜÄÖÜÄÖÜÄÖÜ');
    expect(ways.length).toBeLessThanOrEqual(64);
    expect(ways[0]).toBe('AEOEUE'.repeat(6));
  });
});

describe('the name field', () => {
  it.each([
    ['ERIKSSON', 'ANNA MARIA', 39, 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<'],
    ['ARKFREITH', null, 39, 'ARKFREITH<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<'],
    ['VAN DER MUELLEN', 'JOHANNES PIETER', 30, 'VAN<DER<MUELLEN<<JOHANNES<PIET'],
    ['NILAVADHANANANDA', 'CHAYAPA DEJTHAMRONG KRASUANG', 39, 'NILAVADHANANANDA<<CHAYAPA<DEJTHAMRONG<K'],
    ['BENNELONG WOOLOOMOOLOO WARRANDYTE WARNAMBOOL', 'DINGO', 39, 'BENNELONG<WOOLOOMOOLOO<WARRANDYTE<WA<<D'],
  ])('of %s, %s in %i places is %s', (last, first, width, zone) => {
    expect(zoneNames(last, first, width)).toBe(zone);
  });

  it('ends in a letter when it is cut, so that the cut shows', () => {
    for (let width = 24; width < 38; width++) {
      const field = zoneNames('KOWALSKA', 'ANNA MARIA JOANNA EWA TERESA', width);
      expect(field).toHaveLength(width);
      expect(field.at(-1)).toMatch(/[A-Z]/);
    }
  });
});
