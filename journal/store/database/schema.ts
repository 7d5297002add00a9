/** The tables of the book as the repositories see them. It names none: each concept adds its own in its `tables.ts`. */
export interface Database {}
