-- One run over a file. The file is here while its import waits or runs.
create table book_imports (
  import_id text primary key,
  status text not null check (status in ('new', 'running', 'done', 'failed')),
  facts bytea not null,
  file bytea,
  is_dry boolean not null,
  -- The last line that was read.
  place integer not null default 0,
  read integer not null default 0,
  imported integer not null default 0,
  history integer not null default 0,
  present integer not null default 0,
  refused integer not null default 0,
  started_by text not null,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index book_imports_created_at on book_imports (created_at);

create table book_import_lines (
  import_id text not null references book_imports on delete cascade,
  place integer not null,
  is_refused boolean not null,
  words bytea not null,
  primary key (import_id, place)
);
