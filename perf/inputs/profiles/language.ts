// The language a profile speaks: some formats have only one, else the names of functions and files tell.

export const LANGUAGES = ['PHP', 'JavaScript', 'Python', 'Ruby', 'Go', 'Java'] as const;
export type Language = (typeof LANGUAGES)[number];

const BY_FORMAT: Readonly<Record<string, Language>> = {
  cpuprofile: 'JavaScript',
  heapprofile: 'JavaScript',
  stackprof: 'Ruby',
  xhprof: 'PHP',
};

const SIGNS: Readonly<Record<Language, RegExp>> = {
  PHP: /\.php\b|::\{closure|^\{main\}$/,
  JavaScript: /\.(?:[cm]?js|[cm]?tsx?)\b|^\((?:anonymous|program|idle|garbage collector)\)$|\bnode:/,
  Python: /\.py\b|^<module>|<(?:listcomp|genexpr|lambda)>/,
  Ruby: /\.rb\b|\bblock in \b|^<main>$/,
  Go: /^(?:runtime|main|net\/http|syscall|sync|encoding\/\w+|github\.com\/\S+)\.[\w(*]/,
  Java: /^(?:java|javax|jdk|sun|org|com)[/.]\w+[/.][\w/.$]+|^Interpreter$|_\[[jki0]\]$/,
};
/** So large a part of the names must look like it. */
const ENOUGH = 0.2;

/** Null where nothing tells: machine code, kernels, names that may be anything. */
export function languageOf(format: string, frames: readonly string[]): Language | null {
  const only = BY_FORMAT[format];
  if (only !== undefined) return only;
  if (frames.length === 0) return null;
  const [best] = LANGUAGES.map((language) => ({
    language,
    share: frames.filter((frame) => SIGNS[language].test(frame)).length / frames.length,
  })).toSorted((a, b) => b.share - a.share);
  return best !== undefined && best.share >= ENOUGH ? best.language : null;
}
