// Keeps one comment on a pull request up to date: the one that begins with the mark in the file's first line.
import { readFileSync } from 'node:fs';

const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_TOKEN, PULL_REQUEST } = process.env;
const body = readFileSync(process.argv[2], 'utf8');
const mark = body.split('\n', 1)[0];
// Every comment begins with nothing: without a mark it would be somebody else's that is written over.
if (!/^<!-- .+ -->$/.test(mark)) throw new Error(`${process.argv[2]} does not begin with a mark`);
const issues = `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues`;

async function call(method, url, content) {
  const response = await fetch(url, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${GITHUB_TOKEN}`,
      'content-type': 'application/json',
    },
    ...(content === undefined ? {} : { body: JSON.stringify(content) }),
  });
  if (!response.ok) throw new Error(`GitHub answered ${response.status} to ${method} of a comment`);
  return response.json();
}

async function findComment() {
  for (let page = 1; page <= 20; page++) {
    const list = await call('GET', `${issues}/${PULL_REQUEST}/comments?per_page=100&page=${page}`);
    const found = list.find((comment) => comment.body?.startsWith(mark));
    if (found !== undefined || list.length < 100) return found;
  }
  return undefined;
}

const known = await findComment();
if (known === undefined) await call('POST', `${issues}/${PULL_REQUEST}/comments`, { body });
else await call('PATCH', `${issues}/comments/${known.id}`, { body });
