package io.cambric.kernels.simd.attention;

import io.cambric.kernel.Operand;

/**
 * A tile of scores: a row for each key and a column for each query.
 *
 * @param key the first key
 * @param keys rows
 * @param query the first query
 * @param queries columns that count
 */
record ScoreTile(int batch, int head, int key, int keys, int query, int queries) {

  /** {@return the columns: whole panels} */
  int width() {
    return ScorePacking.padded(queries, ScoreGemm.COLUMNS);
  }

  /** {@return the rows, padded to whole tiles of registers} */
  int rows() {
    return ScorePacking.padded(keys, ScoreGemm.ROWS);
  }

  int endKey() {
    return key + keys;
  }

  int lastQuery() {
    return query + queries - 1;
  }

  /** {@return the position of a score in an operand of batch x heads x queries x keys} */
  int position(Operand x, int i, int j) {
    int[] s = x.strides();
    return x.offset() + batch * s[0] + head * s[1] + (query + i) * s[2] + (key + j) * s[3];
  }
}
