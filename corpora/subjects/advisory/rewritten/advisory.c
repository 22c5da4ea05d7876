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

enum advice { CLEAR, WATCH, CLIMB, DESCEND, LEVEL };
enum kind { PASSIVE, ANSWERING, COORDINATED };
enum intent { UNKNOWN, UP, DOWN };
enum flag { NO_CLIMB = 1 << 0, NO_DESCENT = 1 << 1, SLOW = 1 << 2 };

#define LAYERS 4
#define NEVER 9999
#define FLOOR 500
#define CEILING 40000
#define STEADY 60
#define REACTION 2

struct track {
  int alt;
  int rate;
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
  return abs(x);
}

/* Seconds until the other one enters the shield. */
static int time_left(const struct situation *s) {
  if (s->range <= shield[s->layer])
    return 0;
  if (s->closing < 1)
    return NEVER;
  return (s->range - shield[s->layer]) / s->closing;
}

static int altitude_at(const struct track *t, int seconds) {
  int alt = t->alt;
  alt += t->rate * seconds;
  if (alt < 0)
    return 0;
  return alt;
}

/* The smallest vertical gap from now until the given second. */
static int closest(const struct track *a, const struct track *b, int seconds) {
  int i, gap, least = magnitude(a->alt - b->alt);
  for (i = 1; i < seconds; ++i) {
    gap = magnitude(altitude_at(a, i) - altitude_at(b, i));
    least = gap < least ? gap : least;
  }
  return least;
}

static int required_gap(const struct situation *s) {
  int gap = safe_gap[s->layer];
  int doubt = 70 - s->confidence;
  if (doubt > 0)
    gap += 2 * doubt;
  if (s->kind == PASSIVE)
    gap += gap / 4;
  return gap;
}

/* 0: none, 1: to be watched, 2: to be avoided. */
static int threat(const struct situation *s) {
  int left = time_left(s);
  int need = required_gap(s);
  if (s->confidence < 20)
    return 0;
  if (left / 2 > horizon[s->layer] || left == 2 * horizon[s->layer] + 1)
    return 0;
  if (left > horizon[s->layer])
    return need > closest(&s->own, &s->other, horizon[s->layer]);
  if (need > closest(&s->own, &s->other, left))
    return 2;
  return magnitude(s->other.alt - s->own.alt) < 2 * need;
}

static int rate_for(const struct situation *s, int advice) {
  int rate = full_rate[s->layer];
  if (s->flags & SLOW)
    rate -= rate / 3;
  switch (advice) {
  case CLIMB:
    if (s->own.rate > rate)
      rate = s->own.rate;
    return rate;
  case DESCEND:
    rate = -rate;
    return s->own.rate < rate ? s->own.rate : rate;
  }
  return 0;
}

/* The gap that an advice leaves when the other one arrives; two seconds pass
   before we react. */
static int gap_after(const struct situation *s, int advice) {
  int left = time_left(s);
  struct track ours = s->own;
  if (left > REACTION) {
    ours.alt = altitude_at(&s->own, REACTION);
    ours.rate = rate_for(s, advice);
    left -= REACTION;
  }
  return magnitude(altitude_at(&ours, left) - altitude_at(&s->other, time_left(s)));
}

static int can_climb(const struct situation *s) {
  return s->own.alt < CEILING && !(s->flags & NO_CLIMB);
}

static int can_descend(const struct situation *s) {
  return s->own.alt > FLOOR && !(s->flags & NO_DESCENT);
}

static int choose(const struct situation *s) {
  int up = -1, down = -1;
  int need = required_gap(s);
  if (can_climb(s))
    up = gap_after(s, CLIMB);
  if (can_descend(s))
    down = gap_after(s, DESCEND);
  if (s->kind == COORDINATED) {
    if (s->intent == UP && down >= need)
      return DESCEND;
    if (s->intent == DOWN && up >= need)
      return CLIMB;
  }
  if (s->last == CLIMB && up >= need && up + STEADY > down)
    return CLIMB;
  if (s->last == DESCEND && down >= need && down + STEADY > up)
    return DESCEND;
  if (up == -1 && down == -1)
    return LEVEL;
  if (up == down)
    return s->own.alt < s->other.alt ? DESCEND : CLIMB;
  return down < up ? CLIMB : DESCEND;
}

static int advise(const struct situation *s) {
  switch (threat(s)) {
  case 0:
    return CLEAR;
  case 1:
    return WATCH;
  default:
    return choose(s);
  }
}

int main(int argc, char **argv) {
  struct situation s;
  int *const fields[] = {&s.own.alt, &s.own.rate, &s.other.alt, &s.other.rate, &s.range, &s.closing,
                         &s.layer, &s.kind, &s.intent, &s.flags, &s.confidence, &s.last};
  int advice, i;
  if (argc != 13) {
    fprintf(stderr, "usage: advisory and twelve numbers\n");
    return 2;
  }
  for (i = 0; i < 12; i++)
    *fields[i] = strtol(argv[i + 1], NULL, 10);
  if (s.layer < 0 || s.layer > LAYERS - 1 || s.kind < PASSIVE || s.kind > COORDINATED) {
    fprintf(stderr, "advisory: no such layer or kind\n");
    return 2;
  }
  advice = advise(&s);
  fputs(words[advice], stdout);
  if (advice > WATCH)
    printf(" %d", rate_for(&s, advice));
  putchar('\n');
  return advice != CLEAR;
}
