-- Who is signed in in a browser. Only MACs of the cookies: a stolen table opens nothing.
create table browser_sessions (
  token bytea primary key,
  kind text not null,
  subject text not null,
  data jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index browser_sessions_expires on browser_sessions (expires_at);
