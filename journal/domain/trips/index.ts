export type { TripMethod } from './lot-queue.ts';
export { type Position, positions } from './position.ts';
export { type RoundTripOptions, type RoundTrips, roundTrips } from './round-trips.ts';
export { type Exit, exitsOf, type RoundTrip } from './trip.ts';
