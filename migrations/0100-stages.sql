-- How far a request is, as the feed told it. Null: written before; the service derives it.
alter table changes add column stage text;
-- Homes with a policy, whatever became of it: the rows of the stage bound.
create index property_rows_sold on property_rows (owner, row_id) where detail_status in ('bound', 'canceled', 'expired');
