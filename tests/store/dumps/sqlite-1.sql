PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE entries (
    tid TEXT NOT NULL PRIMARY KEY,
    state TEXT NOT NULL,
    listed INTEGER NOT NULL,
    due INTEGER,
    minute INTEGER NOT NULL,
    summary TEXT NOT NULL,
    at INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO "entries" VALUES('t','playing',1,4000,1,'{"names":["Zoé"]}',7);
CREATE TABLE guests (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    language TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "guests" VALUES('anne','Anne','fr');
CREATE TABLE lines (
    tid TEXT NOT NULL,
    n INTEGER NOT NULL,
    at INTEGER NOT NULL,
    guest TEXT NOT NULL,
    seat INTEGER,
    channel TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (tid, n)
) WITHOUT ROWID;
INSERT INTO "lines" VALUES('t',1,8,'anne',0,'all','« Ohé ! »');
CREATE TABLE links (
    link BLOB NOT NULL PRIMARY KEY,
    guest TEXT NOT NULL,
    expires INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO "links" VALUES(X'6C696E6B','anne',9007199254740992);
CREATE TABLE log (
    tid TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    seat INTEGER,
    text TEXT NOT NULL,
    ack TEXT,
    remaining INTEGER,
    PRIMARY KEY (tid, seq)
) WITHOUT ROWID;
INSERT INTO "log" VALUES('t',0,5,'setup',NULL,'{"game":"korsar"}',NULL,NULL);
INSERT INTO "log" VALUES('t',1,6,'move',2,'r2@1','ack',60000);
CREATE TABLE mutes (
    guest TEXT NOT NULL,
    other TEXT NOT NULL,
    PRIMARY KEY (guest, other)
) WITHOUT ROWID;
INSERT INTO "mutes" VALUES('anne','bob');
CREATE TABLE pulse (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    at INTEGER NOT NULL
);
INSERT INTO "pulse" VALUES(1,7000);
CREATE TABLE seats (
    guest TEXT NOT NULL,
    tid TEXT NOT NULL,
    PRIMARY KEY (guest, tid)
) WITHOUT ROWID;
INSERT INTO "seats" VALUES('anne','t');
INSERT INTO "seats" VALUES('bob','t');
CREATE TABLE tokens (
    token BLOB NOT NULL PRIMARY KEY,
    guest TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "tokens" VALUES(X'746F6B656E','anne');
CREATE INDEX entries_due ON entries (due) WHERE state = 'playing' AND due IS NOT NULL;
CREATE INDEX entries_listed ON entries (state, at) WHERE listed;
CREATE INDEX seats_tid ON seats (tid);
COMMIT;
