CREATE INDEX change_pool ON rating_change (person, variant, speed, number);
