/* What should an aircraft do about another one?

   usage: advisory OWN_ALT OWN_RATE ALT RATE RANGE CLOSING LAYER KIND INTENT
                   FLAGS CONFIDENCE LAST

   Altitudes are in feet, rates in feet per second, the horizontal range in
   metres, the closing speed in metres per second. LAYER selects the row of the
   tables, KIND says how the other one is known, INTENT what it has announced,
   FLAGS what is forbidden to us, CONFIDENCE (per cent) how sure the track is,
   LAST what was advised a second ago. */
#include <stdio.h>
#include <stdlib.h>

enum { CLEAR, WATCH, CLIMB, DESCEND, LEVEL };
enum { PASSIVE, ANSWERING, COORDINATED };
enum { UNKNOWN, UP, DOWN };
enum { NO_CLIMB = 1, NO_DESCENT = 2, SLOW = 4 };

#define LAYERS 4
#define NEVER 9999
#define FLOOR 500
#define CEILING 40000
#define STEADY 60

struct track {
  int alt, rate;
};

struct situation {
  struct track own, other;
  int range, closing, layer, kind, intent, flags, confidence, last;
};

static const int shield[LAYERS] = {400, 900, 1600, 2500};  /* metres */
static const int horizon[LAYERS] = {15, 25, 35, 45};       /* seconds */
static const int safe_gap[LAYERS] = {200, 300, 400, 600};  /* feet */
static const int full_rate[LAYERS] = {15, 25, 30, 25};     /* feet per second */
static const char *const words[] = {"clear", "watch", "climb", "descend", "level"};

static int magnitude(int x) {
  return x < 0 ? -x : x;
}

/* Seconds until the other one enters the shield. */
static int time_left(const struct situation *s) {
  int margin = s->range - shield[s->layer];
  if (margin <= 0)
    return 0;
  if (s->closing <= 0)
    return NEVER;
  return margin / s->closing;
}

static int altitude_at(const struct track *t, int seconds) {
  int alt = t->alt + t->rate * seconds;
  return alt < 0 ? 0 : alt;
}

/* The smallest vertical gap from now until the given second. */
static int closest(const struct track *a, const struct track *b, int seconds) {
  int least = magnitude(a->alt - b->alt);
  for (int i = 1; i < seconds; i++) {
    int gap = magnitude(altitude_at(a, i) - altitude_at(b, i));
    if (gap < least)
      least = gap;
  }
  return least;
}

static int required_gap(const struct situation *s) {
  int gap = safe_gap[s->layer];
  if (s->kind == PASSIVE)
    gap += gap / 4;
  if (s->confidence < 70)
    gap += 2 * (70 - s->confidence);
  return gap;
}

/* 0: none, 1: to be watched, 2: to be avoided. */
static int threat(const struct situation *s) {
  int left = time_left(s);
  int need = required_gap(s);
  if (s->confidence < 20)
    return 0;
  if (left > 2 * horizon[s->layer])
    return 0;
  if (left > horizon[s->layer])
    return closest(&s->own, &s->other, horizon[s->layer]) < need;
  if (closest(&s->own, &s->other, left) < need)
    return 2;
  return magnitude(s->own.alt - s->other.alt) < 2 * need;
}

static int rate_for(const struct situation *s, int advice) {
  int rate = full_rate[s->layer];
  if (s->flags & SLOW)
    rate = rate * 2 / 3;
  switch (advice) {
  case CLIMB:
    return s->own.rate > rate ? s->own.rate : rate;
  case DESCEND:
    return s->own.rate < -rate ? s->own.rate : -rate;
  default:
    return 0;
  }
}

/* The gap that an advice leaves when the other one arrives; two seconds pass
   before we react. */
static int gap_after(const struct situation *s, int advice) {
  int left = time_left(s);
  struct track ours = s->own;
  if (left > 2) {
    ours.alt = altitude_at(&s->own, 2);
    ours.rate = rate_for(s, advice);
    left -= 2;
  }
  return magnitude(altitude_at(&ours, left) - altitude_at(&s->other, time_left(s)));
}

static int can_climb(const struct situation *s) {
  return !(s->flags & NO_CLIMB) && s->own.alt < CEILING;
}

static int can_descend(const struct situation *s) {
  return !(s->flags & NO_DESCENT) && s->own.alt > FLOOR;
}

static int choose(const struct situation *s) {
  int up = can_climb(s) ? gap_after(s, CLIMB) : -1;
  int down = can_descend(s) ? gap_after(s, DESCEND) : -1;
  int need = required_gap(s);
  if (s->kind == COORDINATED && s->intent == UP && down >= need)
    return DESCEND;
  if (s->kind == COORDINATED && s->intent == DOWN && up >= need)
    return CLIMB;
  if (s->last == CLIMB && up >= need && down - up < STEADY)
    return CLIMB;
  if (s->last == DESCEND && down >= need && up - down < STEADY)
    return DESCEND;
  if (up < 0 && down < 0)
    return LEVEL;
  if (up == down)
    return s->own.alt >= s->other.alt ? CLIMB : DESCEND;
  return up > down ? CLIMB : DESCEND;
}

static int advise(const struct situation *s) {
  int level = threat(s);
  if (level == 0)
    return CLEAR;
  if (level == 1)
    return WATCH;
  return choose(s);
}

int main(int argc, char **argv) {
  struct situation s;
  int *const fields[] = {&s.own.alt, &s.own.rate, &s.other.alt, &s.other.rate, &s.range, &s.closing,
                         &s.layer, &s.kind, &s.intent, &s.flags, &s.confidence, &s.last};
  int advice;
  if (argc != 13) {
    fprintf(stderr, "usage: advisory and twelve numbers\n");
    return 2;
  }
  for (int i = 0; i < 12; i++)
    *fields[i] = atoi(argv[i + 1]);
  if (s.layer < 0 || s.layer >= LAYERS || s.kind < PASSIVE || s.kind > COORDINATED) {
    fprintf(stderr, "advisory: no such layer or kind\n");
    return 2;
  }
  advice = advise(&s);
  printf("%s", words[advice]);
  if (advice >= CLIMB)
    printf(" %d", rate_for(&s, advice));
  printf("\n");
  return advice == CLEAR ? 0 : 1;
}
