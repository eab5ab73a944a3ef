-- A store as version 1 of the schema made it. Never changed: stores like this are in use.
CREATE FUNCTION public.meydan_one(changed bigint) RETURNS bigint
    LANGUAGE plpgsql
    AS $$ BEGIN IF changed <> 1 THEN RAISE EXCEPTION 'stale' USING ERRCODE = 'MY001'; END IF; RETURN changed; END $$;
CREATE FUNCTION public.meydan_refuse() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION '%', TG_ARGV[0]; END $$;
CREATE TABLE public.event (
    game bigint NOT NULL,
    number integer NOT NULL,
    kind smallint NOT NULL,
    ply integer,
    made_by bigint DEFAULT 0 NOT NULL,
    at_ms bigint NOT NULL,
    body text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.game (
    id bigint NOT NULL,
    variant text NOT NULL COLLATE pg_catalog."C",
    setup text NOT NULL COLLATE pg_catalog."C",
    created_ms bigint NOT NULL,
    ended_ms bigint DEFAULT 0 NOT NULL,
    result text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.meydan_schema (
    one integer NOT NULL,
    version integer NOT NULL,
    extras integer NOT NULL,
    CONSTRAINT meydan_schema_one_check CHECK ((one = 1))
);
CREATE TABLE public.written (
    id bigint NOT NULL,
    node bigint NOT NULL,
    people boolean NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);
INSERT INTO public.event VALUES (1, 0, 2, NULL, 0, 2000, '11 12');
INSERT INTO public.event VALUES (1, 1, 3, 0, 0, 2001, 'a1b2 600000 0 0');
INSERT INTO public.event VALUES (1, 2, 3, 1, 0, 2002, 'i9h8 600000 0 0');
INSERT INTO public.event VALUES (1, 3, 11, NULL, 0, 9000, 'resignation');
INSERT INTO public.event VALUES (2, 0, 3, 0, 0, 3000, 'e2 600000 0 0');
INSERT INTO public.event VALUES (281474976710655, 0, 11, NULL, 0, 9500, 'aborted');
INSERT INTO public.game VALUES (1, 'abalone', '{"clock":"600+5"}', 1000, 9000, '1-0');
INSERT INTO public.game VALUES (2, 'quoridor', '{"clock":"600+5"}', 2000, 0, '');
INSERT INTO public.game VALUES (3, 'abalone-3', '{"clock":"600+5"}', 3000, 0, '');
INSERT INTO public.game VALUES (281474976710655, 'abalone', '{"clock":"600+5"}', 4000, 9500, '*');
INSERT INTO public.meydan_schema VALUES (1, 1, 1);
ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (game, number);
ALTER TABLE ONLY public.game
    ADD CONSTRAINT game_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.meydan_schema
    ADD CONSTRAINT meydan_schema_pkey PRIMARY KEY (one);
ALTER TABLE ONLY public.written
    ADD CONSTRAINT written_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX event_ply ON public.event USING btree (game, ply) WHERE (ply IS NOT NULL);
CREATE INDEX live_game ON public.game USING btree (id) WHERE (ended_ms = 0);
CREATE INDEX written_at ON public.written USING btree (at);
CREATE INDEX written_xid ON public.written USING btree (xid) WHERE people;
