package io.cambric.kernels.simd.attention;

import io.cambric.array.DType;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.ScoreOperands;
import io.cambric.kernel.ScoreSpec;
import io.cambric.kernel.block.OffsetTables;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernel.scalar.ScalarMath;
import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.attention.ScoreGemm.Matrix;
import io.cambric.kernels.simd.attention.ScoreGemm.Panels;
import io.cambric.kernels.simd.codegen.VectorFunctions;
import java.util.Arrays;
import java.util.Objects;

/**
 * FlashAttention in f32: tiles of queries visit tiles of keys with an online softmax. The running
 * maximum and sum of each query rescale its result so far.
 *
 * <p>A tile of scores has one row per key and one column per query, so a value of a query takes one
 * lane.
 *
 * @see <a href="https://arxiv.org/abs/2307.08691">Dao, FlashAttention-2, 2023, algorithm 1</a>
 */
public record SimdAttention(ScoreSpec spec, ScoreOperands operands, Operand out, Operand logSums) {

  /** Queries of a tile: two panels of the widest vectors. */
  static final int QUERIES = 64;

  /** Keys of a tile. Its scores, and the values that belong to them, stay in the L2 cache. */
  static final int KEYS = 128;

  /**
   * The fewest pairs of batch and group that are divided among threads. With fewer pairs, the
   * queries of each pair are divided.
   */
  static final int MANY_GROUPS = 8;

  private static final int WIDTH = ScoreGemm.COLUMNS;

  private static final VectorFunctions EXP =
      Objects.requireNonNull(VectorFunctions.of(ScalarOp.EXP, DType.F32));

  /** {@return whether all operands are f32} */
  public static boolean supports(ScoreSpec spec, ScoreOperands operands) {
    var bias = operands.bias();
    return spec.dtype() == DType.F32 && (bias == null || bias.buffer().dtype() == DType.F32);
  }

  /** {@return the row length of the attended values} */
  private int padded() {
    return OffsetTables.whole(spec.valueSize(), WIDTH);
  }

  /** Attends. */
  public void run() {
    int groups = spec.batch() * spec.groups();
    Parallel.forRange(
        groups,
        groups >= MANY_GROUPS ? 1 : MANY_GROUPS,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            group(i / spec.groups(), i % spec.groups());
          }
        });
  }

  private void group(int batch, int group) {
    try (var scratch = new Scratch()) {
      float[] keys =
          ScorePacking.of(operands.key(), batch, group, spec.keys(), spec.size()).byRows(scratch);
      float[] values =
          ScorePacking.of(operands.value(), batch, group, spec.keys(), spec.valueSize())
              .panels(spec.keys(), 1f, scratch);
      int tiles = (spec.queries() + QUERIES - 1) / QUERIES;
      Parallel.forRange(
          tiles * spec.headsPerGroup(),
          1,
          (from, to) -> {
            try (var tile = new Tile(keys, values)) {
              for (int i = from; i < to; i++) {
                tile.run(batch, group * spec.headsPerGroup() + i / tiles, i % tiles * QUERIES);
              }
            }
          });
    }
  }

  /** Working memory for one tile of queries after another, used by one thread. */
  private final class Tile implements AutoCloseable {

    private final float[] keys;
    private final float[] values;
    private final ScoreMasking masking = new ScoreMasking(spec, operands);
    private final Scratch scratch = new Scratch();
    private final float[] transposed = scratch.floats(QUERIES * spec.size());
    private final float[] scores = scratch.floats(QUERIES * KEYS);
    private final float[] product = scratch.floats(QUERIES * padded());
    private final float[] attended = scratch.floats(QUERIES * padded());
    private final float[] max = scratch.floats(QUERIES);
    private final float[] shift = scratch.floats(QUERIES);
    private final float[] factors = scratch.floats(QUERIES);
    private final float[] sums = scratch.floats(QUERIES);

    Tile(float[] keys, float[] values) {
      this.keys = keys;
      this.values = values;
    }

    void run(int batch, int head, int query) {
      int queries = Math.min(QUERIES, spec.queries() - query);
      int width = OffsetTables.whole(queries, WIDTH);
      ScorePacking.of(operands.query(), batch, head, spec.queries(), spec.size())
          .transposed(query, width, (float) spec.scale(), transposed);
      attend(batch, head, query, queries, width, true);
      if (seesNone(queries)) {
        // Such a query weighs all keys alike; masked keys add nothing to the other queries.
        attend(batch, head, query, queries, width, false);
      }
      store(batch, head, query, queries);
    }

    private boolean seesNone(int queries) {
      for (int i = 0; i < queries; i++) {
        if (ScoreSpec.seesNone(max[i])) {
          return true;
        }
      }
      return false;
    }

    private void attend(
        int batch, int head, int query, int queries, int width, boolean skipsHidden) {
      Arrays.fill(attended, 0, QUERIES * padded(), 0f);
      Arrays.fill(max, 0, QUERIES, Float.NEGATIVE_INFINITY);
      Arrays.fill(sums, 0, QUERIES, 0f);
      int end = skipsHidden ? spec.endKey(query + queries - 1) : spec.keys();
      for (int key = 0; key < end; key += KEYS) {
        int count = Math.min(KEYS, end - key);
        var tile = new ScoreMasking.Tile(batch, head, key, count, query, queries);
        if (skipsHidden && masking.hidesAll(tile)) {
          continue;
        }
        int size = spec.size();
        var panels = new Panels(transposed, 0, size * WIDTH, width / WIDTH);
        ScoreGemm.run(Matrix.of(keys, key * size, tile.rows(), size), panels, scores);
        masking.apply(scores, tile);
        System.arraycopy(max, 0, factors, 0, width);
        ScoreLoops.max(scores, max, count, width);
        for (int i = 0; i < width; i++) {
          // A bias may make all scores minus infinity. The sum must then be 0, not NaN, for later
          // keys.
          shift[i] = max[i] == Float.NEGATIVE_INFINITY ? 0f : max[i];
          factors[i] -= shift[i];
        }
        EXP.run(factors, 0, factors, 0, width);
        ScoreLoops.exp(scores, shift, factors, sums, count, width);
        var weighed = new Panels(values, key * WIDTH, spec.keys() * WIDTH, padded() / WIDTH);
        ScoreGemm.run(Matrix.transposed(scores, count, width), weighed, product);
        ScoreLoops.add(attended, 0, factors, product, width, padded());
      }
    }

    private void store(int batch, int head, int query, int queries) {
      int[] o = out.strides();
      int[] l = logSums.strides();
      float[] target = out.buffer().floats();
      float[] logs = logSums.buffer().floats();
      for (int i = 0; i < queries; i++) {
        int at = out.offset() + batch * o[0] + (query + i) * o[1] + head * o[2];
        int row = i * padded();
        for (int d = 0; d < spec.valueSize(); d++) {
          target[at + d * o[3]] = attended[row + d] / sums[i];
        }
        logs[logSums.offset() + batch * l[0] + head * l[1] + (query + i) * l[2]] =
            max[i] + ScalarMath.log(sums[i]);
      }
    }

    @Override
    public void close() {
      scratch.close();
    }
  }
}
