// SPDX-License-Identifier: MIT
// The page: a set of files in memory, looked up by exact name.
//
// They come from the program itself (page.h) or from a folder, which is read once: a request never
// becomes the name of a file on disk, so there is no path to climb out of. "app.js.br" and
// "app.js.gz" are not files of their own but other bodies of "app.js". Hidden files, symbolic links
// and whatever else is not a plain file are left out.
//
// A page has one document, index.html, which stands for "/" and for the routes of the page: those
// whose first word is a line of its file routes.txt (web/build.mjs writes it). All else is 404;
// with the document as its body if it is no file's name, since the page has a screen for that.
//
// A second document, embed.html, stands for what is below "/embed/": a board for other sites'
// pages, and the only one that they may show in a frame.
//
// A Site is counted: answers in the sending hold it while a new one takes its place.
#ifndef MEYDAN_SERVER_SITE_SITE_H
#define MEYDAN_SERVER_SITE_SITE_H

#include "server/net/http.h"
#include "server/site/page.h"

typedef struct Site Site;

// NULL, and why, if the folder cannot be read, holds no index.html or is too large.
Site *site_from_folder(const char *folder, Fault *why);
// The files are not copied. NULL, and why, if there is no index.html or no memory.
Site *site_from_page(const PageFile *files, size_t count, Fault *why);

Site *site_hold(Site *site);
void site_release(Site *site);

// The answer of the page to any request. Its body is the site's own: hold the site while sending.
void site_answer(const Site *site, const Request *request, Answer *answer);

// index.html as it is, while the site is held.
Text site_document(const Site *site);

#endif
