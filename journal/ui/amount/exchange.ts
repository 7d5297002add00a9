// Whose clock an exchange goes by, as far as an instrument says where it is traded. What says nothing is not guessed.

export interface Traded {
  readonly instrument: string;
  readonly asset_class: string;
  /** Of the trade itself, not of the book. */
  readonly currency: string | null;
}

const NEW_YORK = 'America/New_York';

/** The ends of names by which data providers and brokers tell exchanges apart. */
const bySuffix: Readonly<Record<string, string>> = {
  ...named('America/Toronto', 'TO V NE CN'),
  ...named('America/Sao_Paulo', 'SA'),
  ...named('America/Mexico_City', 'MX'),
  ...named('Europe/London', 'L'),
  ...named('Europe/Dublin', 'IR'),
  ...named('Europe/Berlin', 'DE F'),
  ...named('Europe/Paris', 'PA'),
  ...named('Europe/Amsterdam', 'AS'),
  ...named('Europe/Brussels', 'BR'),
  ...named('Europe/Lisbon', 'LS'),
  ...named('Europe/Madrid', 'MC'),
  ...named('Europe/Rome', 'MI'),
  ...named('Europe/Zurich', 'SW'),
  ...named('Europe/Vienna', 'VI'),
  ...named('Europe/Stockholm', 'ST'),
  ...named('Europe/Copenhagen', 'CO'),
  ...named('Europe/Oslo', 'OL'),
  ...named('Europe/Helsinki', 'HE'),
  ...named('Europe/Warsaw', 'WA'),
  ...named('Asia/Hong_Kong', 'HK'),
  ...named('Asia/Tokyo', 'T'),
  ...named('Asia/Shanghai', 'SS SZ'),
  ...named('Asia/Seoul', 'KS KQ'),
  ...named('Asia/Taipei', 'TW TWO'),
  ...named('Asia/Singapore', 'SI'),
  ...named('Asia/Kolkata', 'NS BO'),
  ...named('Australia/Sydney', 'AX'),
  ...named('Pacific/Auckland', 'NZ'),
};

/** Futures by the letters before month and year: Chicago (CME, CBOT), New York (NYMEX, COMEX), Eurex. */
const byRoot: Readonly<Record<string, string>> = {
  ...named('America/Chicago', 'ES NQ RTY YM MES MNQ M2K MYM ZB ZN ZF ZT UB TN ZC ZS ZW ZL ZM KE HE LE GF'),
  ...named('America/Chicago', '6A 6B 6C 6E 6J 6N 6S M6A M6B M6E BTC MBT ETH MET'),
  ...named(NEW_YORK, 'CL MCL NG QG RB HO GC MGC SI SIL HG MHG PL PA'),
  ...named('Europe/Berlin', 'FDAX FDXM FDXS FESX FSXE FGBL FGBM FGBS FGBX'),
};

function named(zone: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, zone]));
}

const own = (of: Readonly<Record<string, string>>, name: string): string | null =>
  Object.hasOwn(of, name) ? (of[name] ?? null) : null;

/** Null where it is not known, or where there is none, as for currencies and coins. */
export function exchangeZone({ instrument, asset_class, currency }: Traded): string | null {
  const [symbol = ''] = instrument.toUpperCase().replace(/^\//, '').split(' ');
  if (asset_class === 'FUTURE' || asset_class === 'FUTURE_OPTION')
    return own(byRoot, symbol.replace(/[FGHJKMNQUVXZ]\d{1,2}$/, ''));
  if (asset_class !== 'EQUITY' && asset_class !== 'OPTION') return null;
  const suffix = /\.(\w+)$/.exec(symbol)?.[1];
  return own(bySuffix, suffix ?? '') ?? (currency === 'USD' ? NEW_YORK : null);
}

/** America/New_York: New York. */
export const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
