-- Whose turn it is, written with the record as in property_rows. Of applications before this, the last change that the
-- feed told says it; of those it no longer tells, the service says what their status usually means.
alter table intakes add column waiting_on text;
update intakes set waiting_on = (
  select waiting_on from changes where changes.uid = intakes.uid order by change_id desc limit 1
)
where line = 'umbrella';
