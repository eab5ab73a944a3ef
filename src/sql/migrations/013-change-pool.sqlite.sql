-- A person's ratings in one variant at one speed, the latest first.
CREATE INDEX change_pool ON rating_change (person, variant, speed, number);
