CREATE TABLE entries (
    tid text NOT NULL,
    state text NOT NULL,
    listed boolean NOT NULL,
    due bigint,
    minute boolean NOT NULL,
    summary text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE guests (
    id text NOT NULL,
    name text NOT NULL,
    language text NOT NULL
);
CREATE TABLE lines (
    tid text NOT NULL,
    n integer NOT NULL,
    at bigint NOT NULL,
    guest text NOT NULL,
    seat integer,
    channel text NOT NULL,
    text text NOT NULL
);
CREATE TABLE links (
    link bytea NOT NULL,
    guest text NOT NULL,
    expires bigint NOT NULL
);
CREATE TABLE log (
    tid text NOT NULL,
    seq integer NOT NULL,
    at bigint NOT NULL,
    kind text NOT NULL,
    seat integer,
    text text NOT NULL,
    ack text,
    remaining bigint
);
CREATE TABLE mutes (
    guest text NOT NULL,
    other text NOT NULL
);
CREATE TABLE pulse (
    one integer NOT NULL,
    at bigint NOT NULL,
    CONSTRAINT pulse_one_check CHECK ((one = 1))
);
CREATE TABLE schema_version (
    version integer NOT NULL
);
CREATE TABLE seats (
    guest text NOT NULL,
    tid text NOT NULL
);
CREATE TABLE tokens (
    token bytea NOT NULL,
    guest text NOT NULL
);
INSERT INTO entries VALUES ('t', 'playing', true, 4000, true, '{"names":["Zoé"]}', 7);
INSERT INTO guests VALUES ('anne', 'Anne', 'fr');
INSERT INTO lines VALUES ('t', 1, 8, 'anne', 0, 'all', '« Ohé ! »');
INSERT INTO links VALUES ('\x6c696e6b', 'anne', 9007199254740992);
INSERT INTO log VALUES ('t', 0, 5, 'setup', NULL, '{"game":"korsar"}', NULL, NULL);
INSERT INTO log VALUES ('t', 1, 6, 'move', 2, 'r2@1', 'ack', 60000);
INSERT INTO mutes VALUES ('anne', 'bob');
INSERT INTO pulse VALUES (1, 7000);
INSERT INTO schema_version VALUES (1);
INSERT INTO seats VALUES ('anne', 't');
INSERT INTO seats VALUES ('bob', 't');
INSERT INTO tokens VALUES ('\x746f6b656e', 'anne');
ALTER TABLE ONLY entries
    ADD CONSTRAINT entries_pkey PRIMARY KEY (tid);
ALTER TABLE ONLY guests
    ADD CONSTRAINT guests_pkey PRIMARY KEY (id);
ALTER TABLE ONLY lines
    ADD CONSTRAINT lines_pkey PRIMARY KEY (tid, n);
ALTER TABLE ONLY links
    ADD CONSTRAINT links_pkey PRIMARY KEY (link);
ALTER TABLE ONLY log
    ADD CONSTRAINT log_pkey PRIMARY KEY (tid, seq);
ALTER TABLE ONLY mutes
    ADD CONSTRAINT mutes_pkey PRIMARY KEY (guest, other);
ALTER TABLE ONLY pulse
    ADD CONSTRAINT pulse_pkey PRIMARY KEY (one);
ALTER TABLE ONLY seats
    ADD CONSTRAINT seats_pkey PRIMARY KEY (guest, tid);
ALTER TABLE ONLY tokens
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (token);
CREATE INDEX entries_due ON entries USING btree (due) WHERE ((state = 'playing'::text) AND (due IS NOT NULL));
CREATE INDEX entries_listed ON entries USING btree (state, at) WHERE listed;
CREATE INDEX seats_tid ON seats USING btree (tid);
