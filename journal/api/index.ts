// The journal's REST service, for those who start it inside their own process: tests and benches.
export { serviceActor } from './core/actor.ts';
export { writeAs } from './core/call.ts';
export { demoBook } from './demo/index.ts';
export { initBook, type NewBook } from './init.ts';
export { startService, type Service, type ServiceOptions } from './service.ts';
export { insertTrades } from './trades/repository.ts';
export { tradeRow } from './trades/service.ts';
