// SPDX-License-Identifier: MIT
#include "server/rooms/registry.h"

#include "base/rng.h"

#include <stdlib.h>

enum { BUCKETS_FIRST = 256 };

static u32 bucket_of(const RoomRegistry *registry, i64 key)
{
    return (u32)mix64((u64)key) & (registry->buckets - 1);
}

bool registry_init(RoomRegistry *registry)
{
    *registry = (RoomRegistry){ .by_id = calloc(BUCKETS_FIRST, sizeof *registry->by_id),
                                .by_person = calloc(BUCKETS_FIRST, sizeof *registry->by_person),
                                .buckets = BUCKETS_FIRST };
    return registry->by_id && registry->by_person;
}

void registry_free(RoomRegistry *registry)
{
    for (int state = 0; state <= ROOM_OVER; state++)
        for (ActiveRoom *active = registry->newest[state], *next; active; active = next) {
            next = active->older;
            active_room_free(active);
        }
    free(registry->by_id);
    free(registry->by_person);
}

ActiveRoom *active_room_new(Rooms *rooms, const Room *room)
{
    ActiveRoom *active = calloc(1, sizeof *active);
    if (!active) return NULL;
    active->rooms = rooms;
    active->room = *room;
    active->end = &active->first;
    return active;
}

void active_room_free(ActiveRoom *active)
{
    room_free_plies(&active->room);
    free(active);
}

// --- by person -----------------------------------------------------------------------------------

static void tie_in(RoomRegistry *registry, PersonLink *link)
{
    PersonLink **bucket = &registry->by_person[bucket_of(registry, link->person)];
    link->next = *bucket;
    *bucket = link;
}

static void tie_out(RoomRegistry *registry, PersonLink *link)
{
    PersonLink **at = &registry->by_person[bucket_of(registry, link->person)];
    while (*at != link)
        at = &(*at)->next;
    *at = link->next;
    link->person = 0;
}

static void tie_all(RoomRegistry *registry, ActiveRoom *active)
{
    const Room *room = &active->room;
    i64 person[PERSON_LINKS] = { [PLAYERS_MAX] = room->maker };
    for (int i = 0; i < room_players(room); i++)
        person[i] = room->seat[i].person ? room->seat[i].person : room->seat[i].invited;
    for (int i = 0; i < PERSON_LINKS; i++) {
        bool again = false; // a room is found once
        for (int k = 0; k < i; k++)
            again |= person[k] == person[i];
        if (again || !person[i]) continue;
        active->link[i].person = person[i];
        active->link[i].active = active;
        tie_in(registry, &active->link[i]);
    }
}

PersonLink *registry_links(const RoomRegistry *registry, i64 person)
{
    return registry->by_person[bucket_of(registry, person)];
}

// --- by state ------------------------------------------------------------------------------------

static void count_clock(RoomRegistry *registry, const Room *room, int change)
{
    if (room->state != ROOM_LIVE) return;
    if (speed_is_live(room->speed)) registry->ticking += change;
    if (room->speed == SPEED_CORRESPONDENCE) registry->days += change;
}

void registry_list(RoomRegistry *registry, ActiveRoom *active)
{
    RoomState state = active->room.state;
    active->newer = NULL;
    active->older = registry->newest[state];
    if (active->older) active->older->newer = active;
    registry->newest[state] = active;
    registry->in_state[state]++;
    count_clock(registry, &active->room, 1);
    tie_all(registry, active);
}

void registry_unlist(RoomRegistry *registry, ActiveRoom *active)
{
    RoomState state = active->room.state;
    if (active->older) active->older->newer = active->newer;
    if (active->newer)
        active->newer->older = active->older;
    else
        registry->newest[state] = active->older;
    registry->in_state[state]--;
    count_clock(registry, &active->room, -1);
    for (int i = 0; i < PERSON_LINKS; i++)
        if (active->link[i].person) tie_out(registry, &active->link[i]);
}

// --- by id ---------------------------------------------------------------------------------------

static void chain(RoomRegistry *registry, ActiveRoom *active)
{
    ActiveRoom **bucket = &registry->by_id[bucket_of(registry, active->room.id)];
    active->same_bucket = *bucket;
    *bucket = active;
}

// Without memory the buckets just get longer.
static void grow(RoomRegistry *registry)
{
    u32 old = registry->buckets;
    ActiveRoom **by_id = calloc((size_t)old * 2, sizeof *by_id);
    PersonLink **by_person = calloc((size_t)old * 2, sizeof *by_person);
    if (!by_id || !by_person) {
        free(by_id);
        free(by_person);
        return;
    }
    RoomRegistry before = *registry;
    registry->by_id = by_id;
    registry->by_person = by_person;
    registry->buckets = old * 2;
    for (u32 i = 0; i < old; i++) {
        for (ActiveRoom *active = before.by_id[i], *next; active; active = next) {
            next = active->same_bucket;
            chain(registry, active);
        }
        for (PersonLink *link = before.by_person[i], *next; link; link = next) {
            next = link->next;
            tie_in(registry, link);
        }
    }
    free(before.by_id);
    free(before.by_person);
}

void registry_add(RoomRegistry *registry, ActiveRoom *active)
{
    if (registry->count++ >= registry->buckets) grow(registry);
    chain(registry, active);
    registry_list(registry, active);
}

void registry_remove(RoomRegistry *registry, ActiveRoom *active)
{
    ActiveRoom **at = &registry->by_id[bucket_of(registry, active->room.id)];
    while (*at != active)
        at = &(*at)->same_bucket;
    *at = active->same_bucket;
    registry->count--;
    registry_unlist(registry, active);
}

ActiveRoom *registry_find(const RoomRegistry *registry, i64 game)
{
    ActiveRoom *active = registry->by_id[bucket_of(registry, game)];
    while (active && active->room.id != game)
        active = active->same_bucket;
    return active;
}
