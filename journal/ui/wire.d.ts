// Written by the build from the contract (scripts/browser.ts): a table instead of the schemas.
declare module 'zorivest:wire' {
  type Entry = readonly [
    method: string,
    path: string,
    answer: 'json' | 'empty' | 'bytes' | 'document' | 'events',
    body: 'none' | 'json' | 'multipart',
    does: 'read' | 'act',
  ];
  const wire: Readonly<Record<string, Readonly<Record<string, Entry>>>>;
  export default wire;
}

declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}

declare module '*.css';
