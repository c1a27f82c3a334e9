package io.cambric.kernel.plain;

import io.cambric.kernel.Operand;
import io.cambric.kernel.ScoreOperands;
import io.cambric.kernel.ScoreSpec;
import io.cambric.kernel.block.StridedIndex;
import org.jspecify.annotations.Nullable;

/**
 * The scores of one query in plain attention, with queries, keys and values of one head in double
 * precision.
 */
final class PlainScores {

  private final ScoreSpec spec;
  private final ScoreOperands operands;
  private final int batch;
  private final int head;

  final double[] query;
  final double[] key;
  final double[] value;

  PlainScores(ScoreSpec spec, ScoreOperands operands, int batch, int head) {
    this.spec = spec;
    this.operands = operands;
    this.batch = batch;
    this.head = head;
    int group = head / spec.headsPerGroup();
    query = rows(operands.query(), batch, head, spec.queries(), spec.size());
    key = rows(operands.key(), batch, group, spec.keys(), spec.size());
    value = rows(operands.value(), batch, group, spec.keys(), spec.valueSize());
  }

  /** {@return the rows of one head, contiguous; the operand has axes batch, rows, heads, size} */
  static double[] rows(Operand operand, int batch, int head, int rows, int size) {
    int[] s = operand.strides();
    return StridedIndex.denseDoubles(
        new int[] {rows, size},
        new Operand(
            operand.buffer(),
            operand.offset() + batch * s[0] + head * s[2],
            new int[] {s[1], s[3]}));
  }

  /** Fills {@code scores} with the scores of query {@code t}. */
  void scores(int t, double[] scores) {
    for (int s = 0; s < scores.length; s++) {
      scores[s] =
          isSeen(t, s)
              ? spec.scale() * dot(query, t, key, s, spec.size())
                  + at(operands.bias(), batch, head, t, s)
              : ScoreSpec.MASKED;
    }
  }

  boolean isSeen(int t, int s) {
    return s >= spec.firstKey(t)
        && s < spec.endKey(t)
        && (operands.mask() == null || at(operands.mask(), batch, head, t, s) != 0);
  }

  /** Replaces the scores of a query by softmax weights. */
  void weigh(double[] scores, double logSum) {
    boolean none = ScoreSpec.seesNone(logSum);
    for (int s = 0; s < scores.length; s++) {
      scores[s] = none ? 1.0 / spec.keys() : Math.exp(scores[s] - logSum);
    }
  }

  /** {@return the product of two rows of a size} */
  static double dot(double[] x, int i, double[] y, int j, int size) {
    double sum = 0;
    for (int d = 0; d < size; d++) {
      sum += x[i * size + d] * y[j * size + d];
    }
    return sum;
  }

  /** Adds a multiple of row {@code j} of {@code y} to row {@code i} of {@code x}. */
  static void addScaled(double[] x, int i, double factor, double[] y, int j, int size) {
    for (int d = 0; d < size; d++) {
      x[i * size + d] += factor * y[j * size + d];
    }
  }

  /**
   * {@return the position of an element of the scores, or of a per-query number without {@code s}}
   */
  static int place(Operand operand, int... index) {
    int at = operand.offset();
    for (int d = 0; d < index.length; d++) {
      at += index[d] * operand.strides()[d];
    }
    return at;
  }

  /** {@return an element, or 0 if the operand is absent} */
  static double at(@Nullable Operand operand, int... index) {
    return operand == null ? 0 : operand.buffer().getDouble(place(operand, index));
  }

  /** Stores the rows of a head. */
  static void store(double[] rows, Operand target, int batch, int head, int count, int size) {
    for (int i = 0; i < count; i++) {
      for (int d = 0; d < size; d++) {
        target.buffer().setDouble(place(target, batch, i, head, d), rows[i * size + d]);
      }
    }
  }
}
