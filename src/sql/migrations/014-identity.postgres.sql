CREATE TABLE identity (one bigint PRIMARY KEY CHECK (one = 1), id bigint NOT NULL);
INSERT INTO identity (one, id)
 VALUES (1, ('x' || left(md5(gen_random_uuid()::text), 16))::bit(64)::bigint | 1);
