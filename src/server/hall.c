// SPDX-License-Identifier: MIT
#include "server/hall.h"

#include "base/rng.h"

#include <stdlib.h>

enum { BUCKETS_FIRST = 256 };

static u32 bucket_of(const Hall *hall, i64 key)
{
    return (u32)mix64((u64)key) & (hall->buckets - 1);
}

bool hall_init(Hall *hall)
{
    *hall = (Hall){ .by_id = calloc(BUCKETS_FIRST, sizeof *hall->by_id),
                    .by_person = calloc(BUCKETS_FIRST, sizeof *hall->by_person),
                    .buckets = BUCKETS_FIRST };
    return hall->by_id && hall->by_person;
}

void hall_free(Hall *hall)
{
    for (int state = 0; state <= ROOM_OVER; state++)
        for (Table *table = hall->newest[state], *next; table; table = next) {
            next = table->older;
            table_free(table);
        }
    free(hall->by_id);
    free(hall->by_person);
}

Table *table_new(Play *play, const Room *room)
{
    Table *table = calloc(1, sizeof *table);
    if (!table) return NULL;
    table->play = play;
    table->room = *room;
    table->end = &table->first;
    return table;
}

void table_free(Table *table)
{
    room_free_plies(&table->room);
    free(table);
}

// --- by person -----------------------------------------------------------------------------------

static void tie_in(Hall *hall, Tie *tie)
{
    Tie **bucket = &hall->by_person[bucket_of(hall, tie->person)];
    tie->next = *bucket;
    *bucket = tie;
}

static void tie_out(Hall *hall, Tie *tie)
{
    Tie **at = &hall->by_person[bucket_of(hall, tie->person)];
    while (*at != tie)
        at = &(*at)->next;
    *at = tie->next;
    tie->person = 0;
}

static void tie_all(Hall *hall, Table *table)
{
    const Room *room = &table->room;
    i64 person[TIES] = { [PLAYERS_MOST] = room->maker };
    for (int i = 0; i < room_players(room); i++)
        person[i] = room->seat[i].person ? room->seat[i].person : room->seat[i].invited;
    for (int i = 0; i < TIES; i++) {
        bool again = false; // a room is found once
        for (int k = 0; k < i; k++)
            again |= person[k] == person[i];
        if (again || !person[i]) continue;
        table->tie[i].person = person[i];
        table->tie[i].table = table;
        tie_in(hall, &table->tie[i]);
    }
}

Tie *hall_ties(const Hall *hall, i64 person)
{
    return hall->by_person[bucket_of(hall, person)];
}

// --- by state ------------------------------------------------------------------------------------

static void count_clock(Hall *hall, const Room *room, int change)
{
    if (room->state != ROOM_LIVE) return;
    if (speed_is_live(room->speed)) hall->ticking += change;
    if (room->speed == SPEED_CORRESPONDENCE) hall->days += change;
}

void hall_list(Hall *hall, Table *table)
{
    RoomState state = table->room.state;
    table->newer = NULL;
    table->older = hall->newest[state];
    if (table->older) table->older->newer = table;
    hall->newest[state] = table;
    hall->in_state[state]++;
    count_clock(hall, &table->room, 1);
    tie_all(hall, table);
}

void hall_unlist(Hall *hall, Table *table)
{
    RoomState state = table->room.state;
    if (table->older) table->older->newer = table->newer;
    if (table->newer)
        table->newer->older = table->older;
    else
        hall->newest[state] = table->older;
    hall->in_state[state]--;
    count_clock(hall, &table->room, -1);
    for (int i = 0; i < TIES; i++)
        if (table->tie[i].person) tie_out(hall, &table->tie[i]);
}

// --- by id ---------------------------------------------------------------------------------------

static void chain(Hall *hall, Table *table)
{
    Table **bucket = &hall->by_id[bucket_of(hall, table->room.id)];
    table->same_bucket = *bucket;
    *bucket = table;
}

// Without memory the buckets just get longer.
static void grow(Hall *hall)
{
    u32 old = hall->buckets;
    Table **by_id = calloc((size_t)old * 2, sizeof *by_id);
    Tie **by_person = calloc((size_t)old * 2, sizeof *by_person);
    if (!by_id || !by_person) {
        free(by_id);
        free(by_person);
        return;
    }
    Hall before = *hall;
    hall->by_id = by_id;
    hall->by_person = by_person;
    hall->buckets = old * 2;
    for (u32 i = 0; i < old; i++) {
        for (Table *table = before.by_id[i], *next; table; table = next) {
            next = table->same_bucket;
            chain(hall, table);
        }
        for (Tie *tie = before.by_person[i], *next; tie; tie = next) {
            next = tie->next;
            tie_in(hall, tie);
        }
    }
    free(before.by_id);
    free(before.by_person);
}

void hall_add(Hall *hall, Table *table)
{
    if (hall->count++ >= hall->buckets) grow(hall);
    chain(hall, table);
    hall_list(hall, table);
}

void hall_remove(Hall *hall, Table *table)
{
    Table **at = &hall->by_id[bucket_of(hall, table->room.id)];
    while (*at != table)
        at = &(*at)->same_bucket;
    *at = table->same_bucket;
    hall->count--;
    hall_unlist(hall, table);
}

Table *hall_find(const Hall *hall, i64 game)
{
    Table *table = hall->by_id[bucket_of(hall, game)];
    while (table && table->room.id != game)
        table = table->same_bucket;
    return table;
}
