const secret = /pass(?:word|phrase)|secret|token|api_?key|credential/i;

/** Whether a field by this name contains a secret, which is never stored for the person: it is typed again. */
export const namesSecret = (field: string): boolean => secret.test(field);
