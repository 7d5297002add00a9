// A file that was recognised, and the source it becomes.
import type { Inspection } from '../artifacts/inspect.ts';
import type { ArtifactType, Source } from '../model/snapshot.ts';

export interface Artifact {
  readonly path: string;
  readonly inspection: Inspection;
  readonly size: number;
  readonly hints: Readonly<Record<string, unknown>>;
}

export function ofType(artifacts: readonly Artifact[], ...types: readonly ArtifactType[]): Artifact[] {
  return artifacts.filter(({ inspection }) => types.some((type) => type === inspection.detected_type));
}

export function isGzip({ inspection }: Artifact): boolean {
  return inspection.metadata.compression === 'gzip';
}

export function sourceOf(
  { path, inspection, size, hints }: Artifact,
  hash: string,
  found: Readonly<Record<string, unknown>>,
): Source {
  return {
    path,
    // Only artifacts that were recognised come this far.
    type: inspection.detected_type!,
    version: inspection.detected_version!,
    sha256: hash,
    size_bytes: size,
    hints: { ...hints, ...found },
  };
}
