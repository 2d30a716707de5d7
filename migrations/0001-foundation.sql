-- Who operates: a business that buys for its own customers.
create table operators (
  operator_uid text primary key,
  email text not null unique,
  organization_name text,
  contact_name text,
  use_case_description text,
  referral_source_name text,
  assistant_email text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Only hashes. The main key is the one that confirm and rotate replace; an operator has one at a time.
create table credentials (
  credential_id text primary key,
  operator_uid text not null references operators,
  main boolean not null,
  hash bytea not null unique,
  prefix text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- The smallest notice already mailed: 30 or 7 days before expiry.
  notified_days smallint
);
create unique index credentials_one_main on credentials (operator_uid) where main and revoked_at is null;
create index credentials_operator on credentials (operator_uid);
create index credentials_expiring on credentials (expires_at) where revoked_at is null;

-- One-time codes: HMACs of who and what, never the code itself.
create table one_time_codes (
  code_id text primary key,
  subject bytea not null,
  code bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_codes_subject on one_time_codes (subject, created_at desc);
create index one_time_codes_expires on one_time_codes (expires_at);

create table one_time_tries (
  subject bytea primary key,
  wrong smallint not null,
  resets_at timestamptz not null
);

-- Mail leaves through here: the row is written with its cause, a job sends it.
create table emails (
  email_id text primary key,
  recipient text not null,
  subject text not null,
  -- Sealed {text, html}; emptied once the mail server has it.
  content bytea,
  status text not null check (status in ('queued', 'kept', 'sent', 'dead')),
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index emails_newest on emails (created_at desc, email_id desc);
create index emails_dead on emails (created_at) where status = 'dead';

-- One row for each Idempotency-Key in use: written first, in the transaction of its effect.
create table replays (
  replay_id bytea primary key,
  fingerprint bytea not null,
  credential_id text,
  status smallint,
  headers jsonb,
  body bytea,
  created_at timestamptz not null
);
create index replays_created on replays (created_at);

-- rate-limiter-flexible's own shape.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);
