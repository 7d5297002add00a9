/** The platform's way to open a file or an address with what usually opens it. */
export function browserFor(
  target: string,
  platform: NodeJS.Platform = process.platform,
): readonly [command: string, ...args: string[]] {
  if (platform === 'darwin') return ['open', target];
  if (platform === 'win32') return ['explorer.exe', target];
  return ['xdg-open', target];
}
