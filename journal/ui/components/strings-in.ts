/** A list of words stored as text in a setting; what another program may have written there is not trusted. */
export function stringsIn(text: string | undefined): readonly string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
  } catch {
    return [];
  }
}
