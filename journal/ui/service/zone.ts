// Whose days and clocks the book means.
import { useEndpoint } from './cache.ts';

const USUAL = 'America/New_York';

export const useZone = (): string => useEndpoint('settings', 'list').data?.['display.time_zone'] ?? USUAL;
