import { contract, listEndpoints, logFeatures } from '@zorivest/contract';
import { describe, expect, it } from 'vitest';
import { featuresOf } from './features.ts';

const paths = listEndpoints(contract).map(({ endpoint }) => `/api/v1${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`);

describe('the logs of a request', () => {
  it('are those of the part it is about, in addition to that of the API', () => {
    expect(featuresOf('/api/v1/trades/:exec_id')).toEqual(['api', 'trades']);
    expect(featuresOf('/api/v1/trades/:exec_id/images')).toEqual(['api', 'images']);
    expect(featuresOf('/api/v1/accounts/:account_id::archive')).toEqual(['api', 'accounts']);
    expect(featuresOf('/api/v1/market-data/quote')).toEqual(['api', 'marketdata']);
    expect(featuresOf('/api/v1/health')).toEqual(['api']);
    expect(featuresOf('none')).toEqual(['api']);
  });

  it('leave no level without effect: each part has requests, or a log elsewhere', () => {
    const elsewhere = ['scheduler', 'db', 'frontend', 'app', 'uvicorn'];
    const written = new Set([...paths.flatMap(featuresOf), ...elsewhere]);
    expect(logFeatures.filter((feature) => !written.has(feature))).toEqual([]);
  });
});
