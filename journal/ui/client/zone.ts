// Whose days and clocks the book means.
import { useLook } from './look.ts';

export const useZone = (): string => useLook().zone;
