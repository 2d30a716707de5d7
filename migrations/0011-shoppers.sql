-- What a shopper's assistant holds: one live token for each intake, replaced with every change. Only hashes.
create table intake_tokens (
  token_id text primary key,
  uid text not null references intakes,
  hash bytea not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  replaced_at timestamptz
);
create unique index intake_tokens_one_live on intake_tokens (uid) where replaced_at is null;
create index intake_tokens_replaced on intake_tokens (replaced_at) where replaced_at is not null;

-- An intake that nobody operates: the person shops for themselves.
create table shoppers (
  uid text primary key references intakes,
  -- Opens the coarse status and nothing else.
  polling_hash bytea not null unique,
  -- The MAC of the address that was proven by a mailed link; another address is not proven by it.
  proven_email_mac bytea,
  proven_at timestamptz,
  -- The preview that the person said yes to, and now signs; another preview is not confirmed by it.
  confirmed_preview text,
  created_at timestamptz not null
);

-- What a shopper's assistant says that the shopper agreed to is neither an operator's word nor the person's own.
alter table consents drop constraint consents_channel_check;
alter table consents add constraint consents_channel_check
  check (channel in ('person', 'operator_attestation', 'assistant_attestation'));

-- How many links went to an address today, whoever asked for them.
create index emails_verify on emails (recipient, created_at) where purpose = 'verify_email';

-- When its personal data went away.
alter table intakes add column erased_at timestamptz;
create index intakes_to_erase on intakes (updated_at) where erased_at is null;
