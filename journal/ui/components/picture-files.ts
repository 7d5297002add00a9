// Which files can be stored as pictures, wherever they are pasted, dropped or chosen.

/** For a field that lets a file be chosen. */
export const PICTURE_TYPES = 'image/png,image/jpeg,image/gif,image/webp';

export const picturesIn = (files: FileList | null | undefined): readonly File[] =>
  [...(files ?? [])].filter(({ type }) => type.startsWith('image/'));
