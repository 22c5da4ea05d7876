/* Marks a shortest difference the plain way: for small inputs. */
struct context { ELEMENT const *xvec; ELEMENT const *yvec; EXTRA_CONTEXT_FIELDS OFFSET *fdiag; OFFSET *bdiag; bool heuristic; OFFSET too_expensive; };
static bool compareseq (OFFSET xoff, OFFSET xlim, OFFSET yoff, OFFSET ylim, bool minimal, struct context *c)
{
  OFFSET n = xlim - xoff, m = ylim - yoff, i, j;
  OFFSET *len = xmalloc ((n + 1) * (m + 1) * sizeof *len);
  (void) minimal;
#define LEN(i, j) len[(i) * (m + 1) + (j)]
  for (i = n; i >= 0; i--)
    for (j = m; j >= 0; j--)
      LEN (i, j) = i == n || j == m ? 0 : EQUAL (c->xvec[xoff + i], c->yvec[yoff + j]) ? LEN (i + 1, j + 1) + 1
        : LEN (i + 1, j) > LEN (i, j + 1) ? LEN (i + 1, j) : LEN (i, j + 1);
  for (i = j = 0; i < n || j < m; )
    if (i < n && j < m && EQUAL (c->xvec[xoff + i], c->yvec[yoff + j])) i++, j++;
    else if (i < n && (j == m || LEN (i + 1, j) >= LEN (i, j + 1))) { NOTE_DELETE (c, xoff + i); i++; }
    else { NOTE_INSERT (c, yoff + j); j++; }
  free (len);
  return false;
}
