import type { Generated } from 'kysely';

interface ImageRow {
  id: Generated<number>;
  owner_type: 'trade' | 'report' | 'plan' | 'playbook' | 'journal_entry';
  owner_id: string;
  data: Uint8Array;
  thumbnail: Uint8Array;
  mime_type: string;
  caption: string;
  width: number;
  height: number;
  file_size: number;
  created_at: string;
}

export interface ImageTables {
  images: ImageRow;
}

declare module '@zorivest/store' {
  interface Database extends ImageTables {}
}
