-- The last lock that all writes of an operator shared. The feed numbers what is committed when it is read.
drop trigger changes_numbered on changes;
drop function number_change();
drop index changes_feed;
