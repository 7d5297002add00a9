// The pages of one version, as files: every page of the docs, the first page, the index of the search, the pictures.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import MiniSearch from 'minisearch';
import sharp, { type ResizeOptions } from 'sharp';
import { addressOf, listSources } from '../pages.ts';
import { options } from './index-options.ts';
import { landing, LANDING_SAYS, LANDING_TITLE, landingPictures } from './landing.ts';
import { type Assets, layOut } from './layout.ts';
import { linkTo, pathBetween } from './links.ts';
import { type Picture, renderMarkdown } from './markdown.ts';

/** As wide as the column of text, and a little more. */
const WIDEST = 820;
/** On the first page a picture shows what there is, in little room and few bytes. */
const ON_LANDING = { width: 960, height: 600, fit: 'cover', position: 'left top', withoutEnlargement: true } as const;

/** Scripts and style with hashes in their names; gives where they lie from the version's folder. */
async function buildAssets(root: string, out: string): Promise<Assets> {
  const folder = join(out, 'assets');
  const shared = { absWorkingDir: root, bundle: true, minify: true, metafile: true, logLevel: 'error' } as const;
  const target = ['chrome120', 'firefox121', 'safari17'];
  const names = { entryNames: '[name]-[hash]', chunkNames: '[name]-[hash]' } as const;
  const page = await build({
    ...shared,
    ...names,
    entryPoints: ['site/look/site.ts', 'site/look/site.css'],
    outdir: folder,
    format: 'esm',
    splitting: true,
    target,
  });
  const theme = await build({
    ...shared,
    ...names,
    entryPoints: ['site/look/theme.ts'],
    outdir: folder,
    format: 'iife',
    target,
  });
  const outputs = Object.entries({ ...page.metafile.outputs, ...theme.metafile.outputs });
  const assetOf = (entry: string): string => {
    const found = outputs.find(([, { entryPoint }]) => entryPoint === entry);
    if (found === undefined) throw new Error(`${entry} was not built`);
    return `assets/${basename(found[0])}`;
  };
  cpSync(join(root, 'site/look/icon.svg'), join(folder, 'icon.svg'));
  return {
    style: assetOf('site/look/site.css'),
    script: assetOf('site/look/site.ts'),
    theme: assetOf('site/look/theme.ts'),
    icon: 'assets/icon.svg',
  };
}

function fail(file: string): never {
  throw new Error(`${file} could not be drawn`);
}

/** Each picture once, as small as it looks right; by the file of the repository. */
async function buildPictures(
  root: string,
  out: string,
  files: Iterable<string>,
  size: ResizeOptions,
): Promise<Map<string, Picture>> {
  const made = new Map<string, Picture>();
  mkdirSync(join(out, 'pictures'), { recursive: true });
  for (const file of new Set(files)) {
    const drawn = sharp(join(root, file)).resize(size);
    // Which is smaller depends on how much of the picture is flat.
    const tried = await Promise.all(
      [{ lossless: true }, { quality: 74 }].map((how) =>
        drawn
          .clone()
          .webp({ ...how, effort: 6 })
          .toBuffer({ resolveWithObject: true }),
      ),
    );
    const { data, info } = tried.toSorted((one, other) => one.data.length - other.data.length)[0] ?? fail(file);
    const address = `pictures/${basename(file, '.png')}-${createHash('sha256').update(data).digest('hex').slice(0, 8)}.webp`;
    writeFileSync(join(out, address), data);
    made.set(file, { address, width: info.width, height: info.height });
  }
  return made;
}

const imageLine = /!\[[^\]]*\]\(([^)\s]+)\)/g;

export async function buildPages(root: string, out: string, version: string): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const sources = listSources(globSync('docs/**/*.md', { cwd: root }).toSorted());
  const texts = new Map(sources.map((source) => [source, readFileSync(join(root, source), 'utf8')]));
  const repository = { pages: new Set(sources), exists: (file: string) => existsSync(join(root, file)) };
  const assets = await buildAssets(root, out);
  const drawn = [...texts].flatMap(([source, text]) =>
    [...text.matchAll(imageLine)].map(([, file = '']) => join(dirname(source), file)),
  );
  const pictures = await buildPictures(root, out, drawn, { width: WIDEST, withoutEnlargement: true });
  const shots = await buildPictures(root, out, landingPictures, ON_LANDING);
  const pictureFor = (address: string, among: ReadonlyMap<string, Picture>) => (file: string) => {
    const picture = among.get(file);
    if (picture === undefined) throw new Error(`${address}: there is no picture ${file}`);
    return { ...picture, address: pathBetween(address, picture.address) };
  };
  const write = (address: string, text: string) => {
    mkdirSync(dirname(join(out, address)), { recursive: true });
    writeFileSync(join(out, address), text);
  };

  const searched: { id: string; title: string; heading: string; text: string }[] = [];
  for (const [source, text] of texts) {
    const address = addressOf(source);
    const { title, html, headings, sections } = renderMarkdown(source, text, {
      link: (link) => linkTo(source, link, repository),
      picture: pictureFor(address, pictures),
    });
    const description = sections[0]?.text.trim().split(/(?<=[.:?])\s/)[0] ?? title;
    write(address, layOut({ address, title, description, body: html, assets, version, source, headings }));
    for (const { heading, id, text: words } of sections)
      searched.push({ id: id === '' ? address : `${address}#${id}`, title, heading, text: words });
  }
  const body = landing(pictureFor('index.html', shots));
  write(
    'index.html',
    layOut({ address: 'index.html', title: LANDING_TITLE, description: LANDING_SAYS, body, assets, version }),
  );
  const index = new MiniSearch(options);
  index.addAll(searched);
  write('search.json', JSON.stringify(index));
}
