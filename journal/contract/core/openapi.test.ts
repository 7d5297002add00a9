import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { contract, isJson, listEndpoints, openApi } from '../index.ts';
import { pathNames } from './endpoint.ts';

const document = openApi(contract, { version: '1.2.3' });

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('describes every endpoint under its own name', () => {
    const operations = Object.values(document['paths'] as Record<string, Record<string, { operationId: string }>>)
      .flatMap((item) => Object.values(item))
      .map(({ operationId }) => operationId);
    expect(operations.toSorted()).toEqual(
      listEndpoints(contract)
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  it('carries no example of a secret', () => {
    expect(JSON.stringify(document)).not.toMatch(/zrv_sk_[\w-]{8,}|tok_[0-9a-f]{8,}/);
  });
});

describe('the contract', () => {
  it.each(listEndpoints(contract).map(({ id, endpoint }) => [id, endpoint] as const))(
    '%s is declared consistently',
    (_, endpoint) => {
      expect(Object.keys(endpoint.params?.shape ?? {}).toSorted()).toEqual(pathNames(endpoint.path).toSorted());
      // No session outlives a lock, so only a public endpoint can work while locked.
      if (endpoint.whileLocked) expect(endpoint.role).toBe('public');
      if (endpoint.audit) expect(endpoint.method).not.toBe('GET');
      if (endpoint.method === 'GET') expect(endpoint.body).toBeUndefined();
      if (isJson(endpoint.response)) expect([200, 201, 202]).toContain(endpoint.status);
    },
  );

  it('names each method and path once', () => {
    const addresses = listEndpoints(contract).map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });
});
