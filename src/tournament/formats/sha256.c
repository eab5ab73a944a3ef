// SPDX-License-Identifier: MIT
#include "tournament/formats/sha256.h"

#include <string.h>

enum { BLOCK = 64, LENGTH_AT = 56 };

static const u32 ROUND[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static u32 turn(u32 x, int by)
{
    return x >> by | x << (32 - by);
}

static void compress(u32 state[8], const u8 *block)
{
    u32 w[64], s[8];
    for (int i = 0; i < 16; i++)
        w[i] = (u32)block[4 * i] << 24 | (u32)block[4 * i + 1] << 16 | (u32)block[4 * i + 2] << 8 |
               block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        u32 a = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3;
        u32 b = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + a + w[i - 7] + b;
    }
    memcpy(s, state, sizeof s);
    for (int i = 0; i < 64; i++) {
        u32 choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
        u32 most = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        u32 one =
            s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) + choice + ROUND[i] + w[i];
        u32 two = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) + most;
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += one;
        s[0] = one + two;
    }
    for (int i = 0; i < 8; i++)
        state[i] += s[i];
}

void sha256(Text text, u8 hash[SHA256_BYTES])
{
    u32 state[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
    size_t done = 0;
    for (; text.length - done >= BLOCK; done += BLOCK)
        compress(state, (const u8 *)text.at + done);
    u8 block[BLOCK] = { 0 };
    size_t left = text.length - done;
    if (left) memcpy(block, text.at + done, left);
    block[left] = 0x80;
    if (left >= LENGTH_AT) {
        compress(state, block);
        memset(block, 0, sizeof block);
    }
    u64 bits = (u64)text.length * 8;
    for (int i = 0; i < 8; i++)
        block[BLOCK - 1 - i] = (u8)(bits >> 8 * i);
    compress(state, block);
    for (int i = 0; i < SHA256_BYTES; i++)
        hash[i] = (u8)(state[i / 4] >> (24 - 8 * (i % 4)));
}

void sha256_hex(Text text, char hex[SHA256_HEX])
{
    u8 hash[SHA256_BYTES];
    sha256(text, hash);
    for (int i = 0; i < SHA256_BYTES; i++) {
        hex[2 * i] = "0123456789abcdef"[hash[i] >> 4];
        hex[2 * i + 1] = "0123456789abcdef"[hash[i] & 15];
    }
    hex[SHA256_HEX - 1] = '\0';
}
