/** Carried by every tax result: the person acting on it must know what it is not. */
export const TAX_DISCLAIMER =
  'Estimate for information only, computed from the data recorded here. Not tax advice: have a qualified tax professional review it before you file or act.';
