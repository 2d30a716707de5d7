-- What happened, and where the policy stood then. Null: written by an earlier release.
alter table changes add column type text, add column state text;
