interface JournalEntryRow {
  id: string;
  title: string;
  body: string;
  tags: string;
  created_at: string;
  updated_at: string | null;
}

interface EntityLinkRow {
  source_type: string;
  source_id: string;
  target_type: string;
  target_id: string;
  link_type: string;
  created_at: string;
}

export interface JournalTables {
  journal_entries: JournalEntryRow;
  entity_links: EntityLinkRow;
}

declare module '@zorivest/store' {
  interface Database extends JournalTables {}
}
