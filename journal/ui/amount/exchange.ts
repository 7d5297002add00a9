// Whose clock an exchange goes by, as far as an instrument says where it is traded. What says nothing is not guessed.

export interface TradedInstrument {
  readonly instrument: string;
  readonly asset_class: string;
  /** Of the trade itself, not of the book. */
  readonly currency: string | null;
}

const NEW_YORK = 'America/New_York';

/** The ends of names by which data providers and brokers tell exchanges apart. */
const bySuffix: Readonly<Record<string, string>> = {
  ...zoneOfEach('America/Toronto', 'TO V NE CN'),
  ...zoneOfEach('America/Sao_Paulo', 'SA'),
  ...zoneOfEach('America/Mexico_City', 'MX'),
  ...zoneOfEach('Europe/London', 'L'),
  ...zoneOfEach('Europe/Dublin', 'IR'),
  ...zoneOfEach('Europe/Berlin', 'DE F'),
  ...zoneOfEach('Europe/Paris', 'PA'),
  ...zoneOfEach('Europe/Amsterdam', 'AS'),
  ...zoneOfEach('Europe/Brussels', 'BR'),
  ...zoneOfEach('Europe/Lisbon', 'LS'),
  ...zoneOfEach('Europe/Madrid', 'MC'),
  ...zoneOfEach('Europe/Rome', 'MI'),
  ...zoneOfEach('Europe/Zurich', 'SW'),
  ...zoneOfEach('Europe/Vienna', 'VI'),
  ...zoneOfEach('Europe/Stockholm', 'ST'),
  ...zoneOfEach('Europe/Copenhagen', 'CO'),
  ...zoneOfEach('Europe/Oslo', 'OL'),
  ...zoneOfEach('Europe/Helsinki', 'HE'),
  ...zoneOfEach('Europe/Warsaw', 'WA'),
  ...zoneOfEach('Asia/Hong_Kong', 'HK'),
  ...zoneOfEach('Asia/Tokyo', 'T'),
  ...zoneOfEach('Asia/Shanghai', 'SS SZ'),
  ...zoneOfEach('Asia/Seoul', 'KS KQ'),
  ...zoneOfEach('Asia/Taipei', 'TW TWO'),
  ...zoneOfEach('Asia/Singapore', 'SI'),
  ...zoneOfEach('Asia/Kolkata', 'NS BO'),
  ...zoneOfEach('Australia/Sydney', 'AX'),
  ...zoneOfEach('Pacific/Auckland', 'NZ'),
};

/** Futures by the letters before month and year: Chicago (CME, CBOT), New York (NYMEX, COMEX), Eurex. */
const byRoot: Readonly<Record<string, string>> = {
  ...zoneOfEach('America/Chicago', 'ES NQ RTY YM MES MNQ M2K MYM ZB ZN ZF ZT UB TN ZC ZS ZW ZL ZM KE HE LE GF'),
  ...zoneOfEach('America/Chicago', '6A 6B 6C 6E 6J 6N 6S M6A M6B M6E BTC MBT ETH MET'),
  ...zoneOfEach(NEW_YORK, 'CL MCL NG QG RB HO GC MGC SI SIL HG MHG PL PA'),
  ...zoneOfEach('Europe/Berlin', 'FDAX FDXM FDXS FESX FSXE FGBL FGBM FGBS FGBX'),
};

function zoneOfEach(zone: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, zone]));
}

const own = (of: Readonly<Record<string, string>>, name: string): string | null =>
  Object.hasOwn(of, name) ? (of[name] ?? null) : null;

/** Null where it is not known, or where there is none, as for currencies and coins. */
export function exchangeZone({ instrument, asset_class, currency }: TradedInstrument): string | null {
  const [symbol = ''] = instrument.toUpperCase().replace(/^\//, '').split(' ');
  if (asset_class === 'FUTURE' || asset_class === 'FUTURE_OPTION')
    return own(byRoot, symbol.replace(/[FGHJKMNQUVXZ]\d{1,2}$/, ''));
  if (asset_class !== 'EQUITY' && asset_class !== 'OPTION') return null;
  const suffix = /\.(\w+)$/.exec(symbol)?.[1];
  return own(bySuffix, suffix ?? '') ?? (currency === 'USD' ? NEW_YORK : null);
}

/** America/New_York: New York. */
export const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
