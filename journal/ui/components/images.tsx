// Pictures of a thing: pasted, dropped or chosen; fetched with the session and shown from memory.
import { useMutation, useQuery } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { noteWrite } from '../client/cache.ts';
import { api } from '../client/client.ts';
import type { Problem } from '../client/problem.ts';
import { AskFirst } from './ask-first.tsx';
import { Dialog } from './dialog.tsx';
import { FormDialog } from './form-dialog.tsx';
import { PICTURE_TYPES, picturesIn } from './picture-files.ts';

type ImageBody = Parameters<typeof api.images.attachToTrade>[0]['body'];

interface Image {
  readonly id: number;
  readonly caption: string;
}

interface ImagesProps {
  readonly of: string;
  readonly images: readonly Image[];
  readonly attach: (file: File) => Promise<unknown>;
  /** A page about one thing takes what is pasted anywhere on it. */
  readonly wholePage?: boolean;
}

/** A page sends a file as it is; the contract's type speaks of a program's. */
export const imageBody = (file: File): ImageBody => ({ file, caption: captionOf(file) }) as unknown as ImageBody;

/** A pasted picture is called image.png by every browser: that says nothing. */
const captionOf = ({ name }: File): string => (/^image\.\w+$/.test(name) ? '' : name);

export function Images({ of, images, attach, wholePage = false }: ImagesProps): ReactNode {
  const id = useId();
  const add = useMutation<void, Problem, readonly File[]>({
    mutationFn: async (files) => {
      for (const file of files) await attach(file);
    },
    onSettled: () => noteWrite('image'),
  });
  const take = (files: FileList | null | undefined) => {
    const pictures = picturesIn(files);
    if (pictures.length > 0) add.mutate(pictures);
    return pictures.length > 0;
  };
  const paste = (event: Pick<globalThis.ClipboardEvent, 'clipboardData' | 'preventDefault'>) => {
    if (take(event.clipboardData?.files)) event.preventDefault();
  };
  useEffect(() => {
    if (!wholePage) return undefined;
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    take(event.dataTransfer.files);
  };
  return (
    <div
      className="images"
      {...(!wholePage && { onPaste: paste })}
      onDrop={drop}
      onDragOver={(event) => event.preventDefault()}
    >
      {images.length > 0 && (
        <ul aria-label={`Images of ${of}`}>
          {images.map((image) => (
            <li key={image.id}>
              <Thumbnail image={image} />
            </li>
          ))}
        </ul>
      )}
      <div className="field">
        <label htmlFor={id}>
          Add a screenshot: paste it {wholePage ? 'anywhere on this page' : 'here'}, drop it, or choose a file
        </label>
        <input
          id={id}
          type="file"
          accept={PICTURE_TYPES}
          multiple
          onChange={(event) => {
            take(event.target.files);
            event.target.value = '';
          }}
        />
      </div>
      {add.isPending && <p aria-busy="true">Saving …</p>}
      {add.error && <p role="alert">{add.error.message}</p>}
    </div>
  );
}

/** The bytes as an address that this page alone can read. */
function useBytes(id: number, size: 'thumbnail' | 'full'): string | null {
  const { data } = useQuery({
    queryKey: ['images', size, id],
    queryFn: async () =>
      (size === 'full'
        ? await api.images.full({ params: { image_id: id } })
        : await api.images.thumbnail({ params: { image_id: id } })) as unknown as Blob,
    staleTime: Infinity,
  });
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (data === undefined) return undefined;
    const made = URL.createObjectURL(data);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return address;
}

export function Thumbnail({ image }: { readonly image: Image }): ReactNode {
  const [open, setOpen] = useState(false);
  const address = useBytes(image.id, 'thumbnail');
  const name = image.caption === '' ? `Image ${image.id}` : image.caption;
  return (
    <>
      <button type="button" className="thumbnail" aria-label={name} onClick={() => setOpen(true)}>
        {address === null ? <span className="skeleton" /> : <img src={address} alt={name} />}
      </button>
      {open && (
        <Dialog title={name} onClose={() => setOpen(false)} wide>
          <Full id={image.id} name={name} />
          <div className="page-tools">
            <FormDialog
              button="Caption"
              title="Caption text"
              changes="image"
              form={`image:${image.id}`}
              fields={[{ name: 'caption', label: 'Caption', value: image.caption }]}
              save={({ caption }) =>
                api.images.update({ params: { image_id: image.id }, body: { caption: String(caption ?? '') } })
              }
            />
            <AskFirst
              button="Delete"
              title="Delete this image?"
              act={() => api.images.remove({ params: { image_id: image.id } })}
              changes="image"
            >
              There is no other copy.
            </AskFirst>
          </div>
        </Dialog>
      )}
    </>
  );
}

function Full({ id, name }: { readonly id: number; readonly name: string }): ReactNode {
  const address = useBytes(id, 'full');
  return address === null ? <p aria-busy="true">Loading …</p> : <img className="full-image" src={address} alt={name} />;
}
