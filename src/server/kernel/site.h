// SPDX-License-Identifier: MIT
// The page: a set of files in memory, found by exact name.
//
// They come from the program itself (page.h) or from a folder, which is read once: a request never
// becomes the name of a file on disk, so no path can climb out of the folder. "app.js.br" and
// "app.js.gz" are other bodies of "app.js". Hidden files, symbolic links and other special files
// are left out.
//
// A page has one document, index.html, which answers "/" and the routes of the page: paths whose
// first word is a line of its file routes.txt (web/build.mjs writes it). Every other path is 404;
// its body is the document, unless the path has the form of a file's name, since the page has a
// screen for that.
//
// A second document, embed.html, answers paths below "/embed/": a board for other sites' pages, and
// the only document that they may show in a frame.
//
// A Site is reference-counted: answers under way hold it while a new one takes its place.
#ifndef MEYDAN_SERVER_KERNEL_SITE_H
#define MEYDAN_SERVER_KERNEL_SITE_H

#include "platform/net/http.h"
#include "server/kernel/page.h"

typedef struct Site Site;

// NULL, and the reason, if the folder cannot be read, lacks index.html or is too large.
Site *site_from_folder(const char *folder, Fault *why);
// The files are not copied. NULL, and the reason, without index.html or memory.
Site *site_from_page(const PageFile *files, size_t count, Fault *why);

Site *site_hold(Site *site);
void site_release(Site *site);

// The page's answer to any request. The site owns its body: hold the site while sending.
void site_answer(const Site *site, const Request *request, Answer *answer);

// index.html, valid while the site is held.
Text site_document(const Site *site);

#endif
