-- The library's statements are planned while few jobs wait, and that plan reads every waiting job for each new one.
alter function queue_job(text, json, integer) set enable_seqscan = off;
alter function queue_job(text, json, integer) set enable_hashjoin = off;
alter function queue_job(text, json, integer) set enable_mergejoin = off;
