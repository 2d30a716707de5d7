-- Access tokens of OAuth clients and of agents: only hashes.
create table access_tokens (
  token_id text primary key,
  hash bytea not null unique,
  operator_uid text not null references operators,
  -- What it came from, an OAuth grant or an agent's registration: when that ends, the token ends.
  grant_id text not null,
  client_id text not null,
  scopes text[] not null,
  audience text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index access_tokens_grant on access_tokens (grant_id);
create index access_tokens_expires on access_tokens (expires_at);

-- What the authorization server keeps: clients, sign-ins under way, grants, codes, refresh tokens.
-- Ids are hashed and contents sealed: a stolen table opens nothing.
create table oauth_objects (
  kind text not null,
  id bytea not null,
  content bytea not null,
  grant_id text,
  operator_uid text references operators,
  client_id text,
  created_at timestamptz not null,
  expires_at timestamptz,
  consumed_at timestamptz,
  primary key (kind, id)
);
create index oauth_objects_grant on oauth_objects (grant_id) where grant_id is not null;
create index oauth_objects_operator on oauth_objects (operator_uid) where kind = 'Grant';
create index oauth_objects_client on oauth_objects (client_id) where kind = 'Grant';
create index oauth_objects_expires on oauth_objects (expires_at);

-- They sign the identity assertions of agents. One signs, those before it are still published for a while.
create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_jwk bytea not null,
  created_at timestamptz not null,
  retired_at timestamptz
);
create unique index signing_keys_one_signs on signing_keys ((true)) where retired_at is null;

-- An agent that asks to act for an operator, from its first call until what it was given has ended.
create table agent_registrations (
  registration_id text primary key,
  kind text not null check (kind in ('service_auth', 'identity_assertion', 'email-verification')),
  status text not null check (status in ('pending', 'claimed', 'denied', 'revoked')),
  claim_token bytea unique,
  -- Sealed: the address that was named, until it is proven.
  email bytea,
  user_code bytea,
  -- Each code that is sent starts a new one; the link of an earlier one is dead.
  attempt integer not null,
  credential_type text not null check (credential_type in ('access_token', 'api_key')),
  client_id text not null,
  operator_uid text references operators,
  scopes text[] not null,
  poll_seconds integer not null,
  polled_at timestamptz,
  redeemed_at timestamptz,
  created_at timestamptz not null,
  -- While pending, how long it can be claimed; after that, how long its assertion is good.
  expires_at timestamptz not null
);
create index agent_registrations_operator on agent_registrations (operator_uid) where status = 'claimed';
create index agent_registrations_expires on agent_registrations (expires_at);

-- Assertions of other issuers that were used: each is good once.
create table used_assertions (
  assertion bytea primary key,
  expires_at timestamptz not null
);
create index used_assertions_expires on used_assertions (expires_at);
