-- An application on its way to a policy, of either line. One row, one writer: it compares before it sets.
create table intakes (
  uid text primary key,
  line text not null check (line in ('homeowners', 'umbrella')),
  -- An operator_uid, the scope of a shared key, or null for a shopper.
  owner text,
  sandbox boolean not null,
  status text not null,
  -- Counts what is rated: offers belong to one revision, and a changed value begins the next.
  revision integer not null,
  -- Sealed JSON: names, addresses, birth dates.
  application bytea not null,
  -- Who may be emailed, as a MAC: to find a person's intakes without storing the address in the clear.
  email_mac bytea,
  -- The consent in force, or null.
  consent_id text,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  -- The head of the audit chain: a cut tail does not match it.
  audit_seq integer not null,
  audit_hash bytea not null,
  audit_mac bytea not null
);
create index intakes_owner on intakes (owner, created_at desc, uid desc);

-- What happened to an intake, each entry hashed over the one before. Facts hold no personal data.
create table audit_entries (
  uid text not null references intakes,
  seq integer not null,
  at timestamptz not null,
  actor text not null,
  event text not null,
  facts jsonb not null,
  hash bytea not null,
  primary key (uid, seq)
);

-- Evidence, only ever added to: the words, who attested them, when, from where, and for which application.
create table consents (
  consent_id text primary key,
  uid text not null references intakes,
  purpose text not null,
  version text not null,
  words text not null,
  words_hash bytea not null,
  channel text not null check (channel in ('person', 'operator_attestation')),
  given_by text not null,
  address text not null,
  user_agent text not null,
  application_hash bytea not null,
  given_at timestamptz not null
);
create index consents_uid on consents (uid);

create table consent_withdrawals (
  consent_id text primary key references consents,
  withdrawn_by text not null,
  withdrawn_at timestamptz not null
);

-- No use of a consent without the consent.
create table consent_uses (
  consent_id text not null references consents,
  used_for text not null,
  used_at timestamptz not null,
  primary key (consent_id, used_for)
);

-- What a carrier said, kept as soon as it said it, so that a crash never asks twice.
create table carrier_answers (
  uid text not null references intakes,
  revision integer not null,
  item text not null,
  carrier_id text not null,
  answer jsonb not null,
  answered_at timestamptz not null,
  primary key (uid, revision, item, carrier_id)
);

create table offers (
  offer_id text primary key,
  uid text not null references intakes,
  revision integer not null,
  item text not null,
  rank integer not null,
  recommended boolean not null,
  carrier_id text not null,
  offer jsonb not null,
  published_at timestamptz not null,
  expires_at timestamptz not null,
  superseded_at timestamptz
);
create index offers_uid on offers (uid, revision, rank);

-- One name for a home, stable for an operator and an address, that tells nothing about either.
create table properties (
  owner text not null,
  sandbox boolean not null,
  address_mac bytea not null,
  property_id text not null unique,
  created_at timestamptz not null,
  primary key (owner, sandbox, address_mac)
);
