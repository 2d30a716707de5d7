-- Replaced by the indexes in the order of bytes. That of the sandbox alone was a part of another.
drop index intakes_umbrella_newest;
drop index intakes_umbrella_sandbox;
drop index intakes_umbrella_mode;
drop index intakes_umbrella_open;
drop index intakes_umbrella_ended;
