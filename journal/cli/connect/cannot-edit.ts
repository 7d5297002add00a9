/** A file that is left to the person, and why. */
export class CannotEdit extends Error {
  override readonly name = 'CannotEdit';
}
