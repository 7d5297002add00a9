import { codes, KernelError } from '@zorivest/kernel';

/** An error that names the field to fix. */
export function badField(path: string, message: string): KernelError {
  return new KernelError(codes.invalidArguments, `${path}: ${message}.`, { errors: [{ path, message }] });
}
