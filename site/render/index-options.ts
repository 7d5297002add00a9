// How the index is made and asked: both sides must agree.
export const options = {
  fields: ['heading', 'title', 'text'],
  storeFields: ['title', 'heading'],
  searchOptions: {
    boost: { heading: 4, title: 2 },
    prefix: true,
    fuzzy: (term: string): number | false => (term.length > 4 ? 0.2 : false),
    combineWith: 'AND',
  },
};
