/** Carried by every tax result: the person acting on it must know what it is not. */
export const TAX_DISCLAIMER =
  'Estimate for information only, computed from the data recorded here. Not tax advice: have a qualified tax professional review it before you file or act.';

/** What no figure here takes into account, and every answer with section 1256 contracts in it says. */
export const NOT_COMPUTED = 'Form 6781 Part II (straddles, section 1092) and Part III are not computed.';
