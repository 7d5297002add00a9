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

// Written by the build from lucide's drawings (scripts/icons.ts).
declare module 'zorivest:icons' {
  type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];
  // oxlint-disable-next-line typescript/consistent-type-imports -- a module declared here may not import by a relative name
  const icons: Readonly<Record<import('./theme/icon-names.ts').IconName, readonly Shape[]>>;
  export default icons;
}

declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}

declare module '*.css';
