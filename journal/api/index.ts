// The journal's REST service, for those who start it inside their own process: tests and benches.
export { initBook, type NewBook } from './init.ts';
export { startService, type Service, type ServiceOptions } from './service.ts';
