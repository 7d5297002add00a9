// Pictures of a thing that is not stored yet: held by the form, and attached once the thing is there.
import { type ClipboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { Problem } from '../client/problem.ts';
import { PICTURE_TYPES, picturesIn } from './picture-files.ts';

export interface HeldImages {
  readonly files: readonly File[];
  readonly take: (files: FileList | null | undefined) => boolean;
  readonly paste: (event: ClipboardEvent) => void;
  readonly drop: (file: File) => void;
  /** One after the other; what could not be attached stays held, and why is thrown. */
  readonly attachAll: (attach: (file: File) => Promise<unknown>) => Promise<void>;
}

export function useHeldImages(): HeldImages {
  const [files, setFiles] = useState<readonly File[]>([]);
  const drop = (file: File) => setFiles((held) => held.filter((each) => each !== file));
  const take = (chosen: FileList | null | undefined) => {
    const pictures = picturesIn(chosen);
    if (pictures.length > 0) setFiles((held) => [...held, ...pictures]);
    return pictures.length > 0;
  };
  return {
    files,
    take,
    paste: (event) => {
      if (take(event.clipboardData.files)) event.preventDefault();
    },
    drop,
    attachAll: async (attach) => {
      for (const file of files) {
        await attach(file).catch((problem: Problem) => {
          const message = `Saved, but one image was not: ${problem.message} Save tries the image again.`;
          throw new Problem(problem.status, problem.code, message);
        });
        drop(file);
      }
    },
  };
}

export function HeldImagesField({ held: { files, take, drop } }: { readonly held: HeldImages }): ReactNode {
  const id = useId();
  return (
    <div className="images">
      {files.length > 0 && (
        <ul aria-label="Images to save">
          {files.map((file, i) => (
            <li key={`${file.name} ${file.lastModified} ${i}`}>
              <Preview file={file} name={`Image ${i + 1}`} />
              <button type="button" className="button" onClick={() => drop(file)}>
                Remove<span className="visually-hidden"> image {i + 1}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="field">
        <label htmlFor={id}>Add a screenshot: paste it here, or choose a file</label>
        <input
          id={id}
          type="file"
          accept={PICTURE_TYPES}
          multiple
          onChange={({ target }) => {
            take(target.files);
            target.value = '';
          }}
        />
      </div>
    </div>
  );
}

function Preview({ file, name }: { readonly file: File; readonly name: string }): ReactNode {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address !== null && <img className="held-image" src={address} alt={name} />;
}
