-- What the person chose of a quoting, and what its carrier would not issue.
alter table offers
  add column selected_at timestamptz,
  add column refused_at timestamptz;

-- An order to a carrier to issue what was offered for one item of an intake. Its id is the request id at every attempt.
create table bind_orders (
  order_id text primary key,
  uid text not null references intakes,
  item text not null,
  offer_id text not null references offers,
  carrier_id text not null,
  -- No order without a signature.
  signature_id text not null references consents,
  -- Consent to records in electronic form, where the person signed on a screen.
  records_consent_id text references consents,
  -- Sealed: who is insured, what is covered, what was signed.
  facts bytea not null,
  -- Sealed: what the carrier said, kept as soon as it said it. The first answer counts.
  answer bytea,
  outcome text check (outcome in ('bound', 'blocked', 'info_requested')),
  ordered_at timestamptz not null,
  answered_at timestamptz,
  -- When the answer took effect on the intake; until then the order is open.
  settled_at timestamptz
);
-- However many tabs are open: at most one order under way, or come to a policy, for each item.
create unique index bind_orders_one on bind_orders (uid, item) where settled_at is null or outcome = 'bound';
create index bind_orders_uid on bind_orders (uid, ordered_at);

create table policies (
  policy_id text primary key,
  uid text not null references intakes,
  item text not null,
  order_id text not null unique references bind_orders,
  carrier_id text not null,
  policy_number text not null,
  -- Days, YYYY-MM-DD.
  effective_date text not null,
  expiration_date text not null,
  annual_price integer not null,
  sandbox boolean not null,
  -- Sealed: all that the binder says.
  facts bytea not null,
  issued_at timestamptz not null,
  unique (uid, item)
);

create table policy_documents (
  document_id text primary key,
  policy_id text not null references policies,
  kind text not null,
  filename text not null,
  media_type text not null,
  -- Sealed.
  content bytea not null,
  created_at timestamptz not null,
  unique (policy_id, kind)
);
