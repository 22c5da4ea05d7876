/* A small XML processor: reads a document with its internal DTD subset,
 * expands entities, builds a tree, validates it, and writes or queries it. */
#ifndef XML_H
#define XML_H

#include <stddef.h>

/* ---- util.c: memory, strings, messages ---- */

/* A growing string. text is always terminated. */
typedef struct Buffer {
  char *text;
  size_t length;
  size_t room;
} Buffer;

void *allocate(size_t size);
void *reallocate(void *p, size_t size);
char *copy_string(const char *s);
char *copy_bytes(const char *s, size_t n);
void buffer_init(Buffer *b);
void buffer_add(Buffer *b, int c);
void buffer_add_string(Buffer *b, const char *s);
void buffer_clear(Buffer *b);
char *buffer_take(Buffer *b);
void buffer_free(Buffer *b);
int is_space(int c);
int is_name_start(int c);
int is_name_char(int c);
int is_name(const char *s);
int is_name_token(const char *s);
char *normalise_spaces(const char *s);

/* Where messages point to. */
void fatal(int line, const char *what, const char *detail);
void warning(int line, const char *what, const char *detail);
int warning_count(void);
void set_quiet(int quiet);

/* ---- reader.c: characters from a stack of sources ---- */

#define END_OF_INPUT (-1)
#define MAX_SOURCES 16

typedef struct Source {
  char *text;        /* owned */
  size_t length;
  size_t at;
  int line;
  char *entity;      /* name of the entity that this is the text of, or NULL */
} Source;

typedef struct Reader {
  Source stack[MAX_SOURCES];
  int depth;
  int pushed[16];    /* characters put back, last first */
  int pushed_count;
} Reader;

void reader_init(Reader *r, char *text, size_t length);
void reader_push(Reader *r, const char *text, const char *entity);
int reader_get(Reader *r);
void reader_unget(Reader *r, int c);
int reader_peek(Reader *r);
int reader_line(Reader *r);
int reader_inside(Reader *r, const char *entity);
int reader_depth(Reader *r);
void reader_free(Reader *r);
int skip_spaces(Reader *r);
int looking_at(Reader *r, const char *literal);
void expect(Reader *r, const char *literal);
char *read_name(Reader *r);
char *read_name_token(Reader *r);
char *read_until(Reader *r, const char *end);

/* ---- entity.c ---- */

typedef struct Entity {
  char *name;
  char *value;       /* replacement text; NULL for an external entity */
  char *system;      /* system identifier of an external entity */
  int parameter;
  int predefined;
  int uses;
  struct Entity *next;
} Entity;

typedef struct Entities {
  Entity *first;
  int count;
  long expanded;     /* bytes of replacement text so far */
} Entities;

void entities_init(Entities *t);
int entity_define(Entities *t, const char *name, const char *value, int parameter);
int entity_define_external(Entities *t, const char *name, const char *system, int parameter);
Entity *entity_find(Entities *t, const char *name, int parameter);
void entities_free(Entities *t);
int read_character_reference(Reader *r);
void add_utf8(Buffer *b, long code);
void read_reference(Reader *r, Entities *t, Buffer *out);
char *read_literal(Reader *r);
char *read_entity_value(Reader *r, Entities *t);
char *read_attribute_value(Reader *r, Entities *t);

/* ---- dtd.c: declarations ---- */

typedef enum AttributeType {
  TYPE_CDATA, TYPE_ID, TYPE_IDREF, TYPE_IDREFS, TYPE_NMTOKEN, TYPE_NMTOKENS,
  TYPE_ENTITY, TYPE_ENUMERATION
} AttributeType;

typedef enum DefaultKind {
  DEFAULT_NONE, DEFAULT_REQUIRED, DEFAULT_IMPLIED, DEFAULT_FIXED
} DefaultKind;

typedef struct AttributeDecl {
  char *name;
  AttributeType type;
  DefaultKind kind;
  char *value;       /* default value or NULL */
  char **choices;    /* of an enumeration */
  int choice_count;
  struct AttributeDecl *next;
} AttributeDecl;

typedef enum ParticleKind {
  PARTICLE_NAME, PARTICLE_SEQUENCE, PARTICLE_CHOICE
} ParticleKind;

typedef struct Particle {
  ParticleKind kind;
  char repeat;       /* 0, '?', '*' or '+' */
  char *name;
  struct Particle *parts;
  struct Particle *next;
} Particle;

typedef enum ContentKind {
  CONTENT_UNDECLARED, CONTENT_EMPTY, CONTENT_ANY, CONTENT_MIXED, CONTENT_CHILDREN
} ContentKind;

typedef struct ElementDecl {
  char *name;
  ContentKind content;
  Particle *model;   /* of mixed content: a choice of names */
  AttributeDecl *attributes;
  struct ElementDecl *next;
} ElementDecl;

typedef struct Notation {
  char *name;
  char *system;
  struct Notation *next;
} Notation;

typedef struct Dtd {
  char *root;        /* NULL if the document has no declaration */
  ElementDecl *elements;
  Notation *notations;
  int element_count;
  int attribute_count;
} Dtd;

void dtd_init(Dtd *d);
ElementDecl *dtd_element(Dtd *d, const char *name);
AttributeDecl *dtd_attribute(ElementDecl *e, const char *name);
void read_doctype(Reader *r, Dtd *d, Entities *t);
void dtd_free(Dtd *d);

/* ---- model.c: content models ---- */

Particle *particle_new(ParticleKind kind);
void particle_free(Particle *p);
Particle *read_model(Reader *r);
void write_model(Buffer *b, const Particle *p);
int model_matches(const Particle *model, char **names, int count);
int model_mentions(const Particle *model, const char *name);

/* ---- tree.c ---- */

typedef struct Attribute {
  char *name;
  char *value;
  int defaulted;
  struct Attribute *next;
} Attribute;

typedef enum NodeKind {
  NODE_ELEMENT, NODE_TEXT, NODE_COMMENT, NODE_INSTRUCTION
} NodeKind;

typedef struct Node {
  NodeKind kind;
  char *name;        /* of elements and instructions */
  char *text;        /* of all others */
  int line;
  Attribute *attributes;
  struct Node *parent;
  struct Node *first;
  struct Node *last;
  struct Node *next;
} Node;

typedef struct Document {
  Node *root;
  Node *prolog;      /* comments and instructions before the root */
  Entities entities;
  Dtd dtd;
  int standalone;
} Document;

Node *node_new(NodeKind kind, int line);
void node_append(Node *parent, Node *child);
void node_free(Node *n);
Attribute *node_attribute(const Node *n, const char *name);
Attribute *node_set(Node *n, const char *name, const char *value);
int node_child_names(const Node *n, char ***names);
int node_has_text(const Node *n);
int node_depth(const Node *n);
char *node_content(const Node *n);
void document_init(Document *d);
void document_free(Document *d);

/* ---- parse.c ---- */

typedef struct ParseOptions {
  int keep_spaces;   /* keep text of white space only */
  int keep_comments;
  int namespaces;    /* check that prefixes are declared */
} ParseOptions;

void parse_document(Document *d, char *text, size_t length, const ParseOptions *o);

/* ---- valid.c ---- */

int validate(Document *d);

/* ---- write.c ---- */

typedef struct WriteOptions {
  int indent;        /* columns a level; 0 writes the tree as it was read */
  int canonical;     /* attributes sorted, no defaults left out, no comments */
  int show_defaults;
} WriteOptions;

void escape(Buffer *b, const char *s, int attribute);
void write_document(Buffer *b, const Document *d, const WriteOptions *o);
void write_node(Buffer *b, const Node *n, int level, const WriteOptions *o);
void write_dtd(Buffer *b, const Dtd *d);

/* ---- query.c ---- */

int query(const Document *d, const char *path, Buffer *out);

/* ---- stats.c ---- */

typedef struct Statistics {
  int elements;
  int attributes;
  int texts;
  int comments;
  int instructions;
  int deepest;
  int widest;
  long characters;
} Statistics;

void collect(const Document *d, Statistics *s);
void print_statistics(const Document *d, const Statistics *s);

#endif
