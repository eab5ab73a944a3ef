// SPDX-License-Identifier: MIT
// The course of a match: its moves and the players who left, in the order in which it happened.
//
//     for (Course course = course_of(match); course_next(&course);) {
//         if (course.departure) ...   a player leaves the position course.position
//         if (course.ply) ...         a move is played in it
//     }
//
// At the end course.position is where all of it led to. The match must not change meanwhile.
#ifndef MEYDAN_GAME_COURSE_H
#define MEYDAN_GAME_COURSE_H

#include "game/match.h"

typedef struct Course {
    const Match *match;
    Position position;          // before the step
    const Ply *ply;             // the step, if it is a move,
    const Departure *departure; // or if a player leaves; never both
    u32 plies;                  // how many were played before the step
    int departures;             // how many had left before it
} Course;

// Before the first step.
Course course_of(const Match *match);
// Goes to the next step; false if there is none.
bool course_next(Course *course);

// After the first `plies` (or all, if there are fewer), with all who had left by then.
Position course_position(const Match *match, u32 plies);
// The ply from which on an engine needs to know the game, if it looks at `most` positions of it:
// what stood before a player left cannot stand again.
u32 course_base(const Match *match, u32 most);

#endif
