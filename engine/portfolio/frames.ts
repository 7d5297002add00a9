import { CrossSection } from '../language/cross-section.ts';
import type { Frame } from '../language/frame.ts';
import type { Market } from './market.ts';

/** The bars of each symbol as expressions see them, with access to those of the others. */
export function framesOf({ bars, times }: Market, timeZone: string): readonly Frame[] {
  return new CrossSection(bars, times.length, timeZone).frames;
}
