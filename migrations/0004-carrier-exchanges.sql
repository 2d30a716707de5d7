-- What was said to a carrier's endpoint and what came back, each attempt by itself.
create table carrier_exchanges (
  exchange_id text primary key,
  carrier_id text not null,
  -- The same at every attempt of one question.
  request_id text not null,
  attempt smallint not null,
  sent_at timestamptz not null,
  -- Null while it is under way, and for ever when the service died meanwhile.
  took_ms integer,
  -- `sent` until it is over.
  outcome text not null,
  http_status smallint,
  -- Sealed.
  request bytea not null,
  response bytea
);
create index carrier_exchanges_request on carrier_exchanges (request_id, attempt);
create index carrier_exchanges_sent on carrier_exchanges (sent_at);
