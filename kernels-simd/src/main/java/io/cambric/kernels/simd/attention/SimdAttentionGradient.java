package io.cambric.kernels.simd.attention;

import io.cambric.kernel.Operand;
import io.cambric.kernel.ScoreGradients;
import io.cambric.kernel.ScoreOperands;
import io.cambric.kernel.ScoreSpec;
import io.cambric.kernel.block.OffsetTables;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernel.thread.Parallel;
import io.cambric.kernels.simd.attention.ScoreGemm.Matrix;
import io.cambric.kernels.simd.attention.ScoreGemm.Panels;
import java.util.Arrays;

/**
 * The backward pass of FlashAttention in f32. Tiles of weights are recomputed from scores and the
 * logarithms of their sums.
 *
 * <p>A tile of keys visits all queries. With few heads, the keys of a head are divided into parts
 * for several threads, and each part sums the cotangents of the queries separately. The number of
 * parts depends on the sizes only.
 *
 * @param sums the sum of products of result and cotangent, for each query
 * @see <a href="https://arxiv.org/abs/2307.08691">Dao, FlashAttention-2, 2023, algorithm 2</a>
 */
public record SimdAttentionGradient(
    ScoreSpec spec,
    ScoreOperands operands,
    Operand logSums,
    Operand cotangent,
    Operand sums,
    ScoreGradients out) {

  private static final int QUERIES = SimdAttention.QUERIES;
  private static final int KEYS = SimdAttention.KEYS;
  private static final int WIDTH = ScoreGemm.COLUMNS;

  /** {@return the row length of the sums of queries and keys} */
  private int padded() {
    return OffsetTables.whole(spec.size(), WIDTH);
  }

  /** {@return the row length of the sums of values} */
  private int paddedValue() {
    return OffsetTables.whole(spec.valueSize(), WIDTH);
  }

  private int paddedQueries() {
    return OffsetTables.whole(spec.queries(), QUERIES);
  }

  private int keyTiles() {
    return (spec.keys() + KEYS - 1) / KEYS;
  }

  /** {@return the parts of the keys of a head} */
  private int parts() {
    int groups = spec.batch() * spec.groups();
    return groups >= SimdAttention.MANY_GROUPS
        ? 1
        : Math.clamp(
            2 * SimdAttention.MANY_GROUPS / Math.max(1, groups), 1, Math.max(1, keyTiles()));
  }

  /** Computes the gradients. */
  public void run() {
    int groups = spec.batch() * spec.groups();
    Parallel.forRange(
        groups,
        groups >= SimdAttention.MANY_GROUPS ? 1 : SimdAttention.MANY_GROUPS,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            try (var group = new Group(i / spec.groups(), i % spec.groups())) {
              group.run();
            }
          }
        });
  }

  /** Keys and values of a group with the sums of their cotangents. */
  private final class Group implements AutoCloseable {

    private final int batch;
    private final int group;
    private final Scratch scratch = new Scratch();
    private final float[] keys;
    private final float[] keyPanels;
    private final float[] values;
    private final float[] keySums = scratch.zeros((spec.keys() + ScoreGemm.ROWS) * padded());
    private final float[] valueSums = scratch.zeros((spec.keys() + ScoreGemm.ROWS) * paddedValue());

    Group(int batch, int group) {
      this.batch = batch;
      this.group = group;
      var key = ScorePacking.of(operands.key(), batch, group, spec.keys(), spec.size());
      keys = key.byRows(scratch);
      keyPanels = key.panels(spec.keys(), 1f, scratch);
      values =
          ScorePacking.of(operands.value(), batch, group, spec.keys(), spec.valueSize())
              .byRows(scratch);
    }

    void run() {
      for (int h = 0; h < spec.headsPerGroup(); h++) {
        try (var head = new Head(batch, group * spec.headsPerGroup() + h)) {
          Parallel.forRange(parts(), 1, (from, to) -> visit(head, from, to));
          head.store();
        }
      }
      int keys = spec.keys();
      store(keySums, padded(), 1f, ScorePacking.of(out.key(), batch, group, keys, spec.size()));
      var value = ScorePacking.of(out.value(), batch, group, keys, spec.valueSize());
      store(valueSums, paddedValue(), 1f, value);
    }

    /** Runs the tiles of the keys of some parts over the queries of a head. */
    private void visit(Head head, int from, int to) {
      int blocks = keyTiles();
      try (var tile = new Tile(this, head)) {
        for (int part = from; part < to; part++) {
          int end = (int) ((part + 1L) * blocks / parts()) * KEYS;
          for (int key = (int) ((long) part * blocks / parts()) * KEYS; key < end; key += KEYS) {
            tile.run(key, Math.min(KEYS, spec.keys() - key), part * paddedQueries() * padded());
          }
        }
      }
    }

    @Override
    public void close() {
      scratch.close();
    }
  }

  /** Stores the first elements of rows as a head of a result. */
  private static void store(float[] rows, int step, float scale, ScorePacking head) {
    for (int i = 0; i < head.rows(); i++) {
      int at = head.offset() + i * head.rowStep();
      for (int d = 0; d < head.size(); d++) {
        head.data()[at + d * head.step()] = rows[i * step + d] * scale;
      }
    }
  }

  /**
   * Queries and cotangents of a head, the values of each query, and the query sums of each part.
   */
  private final class Head implements AutoCloseable {

    private final int batch;
    private final int head;
    private final Scratch scratch = new Scratch();
    private final float[] transposed = scratch.floats(paddedQueries() * spec.size());
    private final float[] panels;
    private final float[] transposedCotangent = scratch.floats(paddedQueries() * spec.valueSize());
    private final float[] cotangentPanels;
    private final float[] shift = scratch.zeros(paddedQueries());
    private final float[] weight = scratch.zeros(paddedQueries());
    private final float[] live = scratch.zeros(paddedQueries());
    private final float[] slopeSums = scratch.zeros(paddedQueries());
    private final float[] querySums = scratch.zeros(parts() * paddedQueries() * padded());
    private final boolean[] seesNone = new boolean[paddedQueries() / QUERIES];

    Head(int batch, int head) {
      this.batch = batch;
      this.head = head;
      var query = ScorePacking.of(operands.query(), batch, head, spec.queries(), spec.size());
      query.transposed(0, paddedQueries(), (float) spec.scale(), transposed);
      panels = query.panels(paddedQueries(), (float) spec.scale(), scratch);
      var ct = ScorePacking.of(cotangent, batch, head, spec.queries(), spec.valueSize());
      ct.transposed(0, paddedQueries(), 1f, transposedCotangent);
      cotangentPanels = ct.panels(paddedQueries(), 1f, scratch);
      for (int t = 0; t < spec.queries(); t++) {
        shift[t] = perQuery(logSums, t);
        boolean none = ScoreSpec.seesNone(shift[t]);
        weight[t] = none ? 1f / spec.keys() : 1f;
        live[t] = none ? 0f : 1f;
        slopeSums[t] = none ? 0f : perQuery(sums, t);
        seesNone[t / QUERIES] |= none;
      }
    }

    private float perQuery(Operand x, int t) {
      int[] s = x.strides();
      return x.buffer().floats()[x.offset() + batch * s[0] + head * s[1] + t * s[2]];
    }

    void store() {
      int length = paddedQueries() * padded();
      for (int part = 1; part < parts(); part++) {
        for (int i = 0; i < length; i++) {
          querySums[i] += querySums[part * length + i];
        }
      }
      var query = ScorePacking.of(out.query(), batch, head, spec.queries(), spec.size());
      SimdAttentionGradient.store(querySums, padded(), (float) spec.scale(), query);
    }

    @Override
    public void close() {
      scratch.close();
    }
  }

  /** Working memory for one tile after another, used by one thread. */
  private final class Tile implements AutoCloseable {

    private final Group group;
    private final Head head;
    private final ScoreMasking masking = new ScoreMasking(spec, operands);
    private final Scratch scratch = new Scratch();
    private final float[] scores = scratch.floats(KEYS * QUERIES);
    private final float[] slopes = scratch.floats(KEYS * QUERIES);
    private final float[] product =
        scratch.floats(Math.max(KEYS, QUERIES) * Math.max(padded(), paddedValue()));
    private final float[] ones = scratch.floats(Math.max(KEYS, QUERIES));

    Tile(Group group, Head head) {
      this.group = group;
      this.head = head;
      Arrays.fill(ones, 1f);
    }

    /** Visits all queries to which some keys are visible. */
    void run(int key, int keys, int sumsAt) {
      for (int query = 0; query < spec.queries(); query += QUERIES) {
        int queries = Math.min(QUERIES, spec.queries() - query);
        boolean seen = spec.endKey(query + queries - 1) > key && spec.firstKey(query) < key + keys;
        if (seen || head.seesNone[query / QUERIES]) {
          var tile = new ScoreMasking.Tile(head.batch, head.head, key, keys, query, queries);
          visit(tile, sumsAt + query * padded());
        }
      }
    }

    private void visit(ScoreMasking.Tile tile, int sumsAt) {
      int key = tile.key();
      int keys = tile.keys();
      int query = tile.query();
      int width = tile.width();
      weigh(group.keys, head.transposed, spec.size(), tile, scores);
      weigh(group.values, head.transposedCotangent, spec.valueSize(), tile, slopes);
      masking.apply(scores, tile);
      ScoreLoops.weigh(
          scores, slopes, head.shift, head.weight, head.live, head.slopeSums, query, keys, width);
      storeSlopes(tile);
      toKeys(scores, head.cotangentPanels, paddedValue(), tile);
      ScoreLoops.add(group.valueSums, key * paddedValue(), ones, product, keys, paddedValue());
      toKeys(slopes, head.panels, padded(), tile);
      ScoreLoops.add(group.keySums, key * padded(), ones, product, keys, padded());
      var panels = new Panels(group.keyPanels, key * WIDTH, spec.keys() * WIDTH, padded() / WIDTH);
      ScoreGemm.run(Matrix.transposed(slopes, keys, width), panels, product);
      ScoreLoops.add(head.querySums, sumsAt, ones, product, width, padded());
    }

    /** Multiplies rows of keys by rows of queries. */
    private void weigh(
        float[] rows, float[] columns, int size, ScoreMasking.Tile tile, float[] to) {
      int step = WIDTH * size;
      var panels = new Panels(columns, tile.query() * size, step, tile.width() / WIDTH);
      ScoreGemm.run(Matrix.of(rows, tile.key() * size, tile.rows(), size), panels, to);
    }

    /** Multiplies a key x query tile by rows of the queries. */
    private void toKeys(float[] scores, float[] rowPanels, int columns, ScoreMasking.Tile tile) {
      var panels =
          new Panels(rowPanels, tile.query() * WIDTH, paddedQueries() * WIDTH, columns / WIDTH);
      ScoreGemm.run(Matrix.of(scores, 0, tile.rows(), tile.width()), panels, product);
    }

    private void storeSlopes(ScoreMasking.Tile tile) {
      var bias = out.bias();
      if (bias == null) {
        return;
      }
      float[] to = bias.buffer().floats();
      int step = bias.strides()[3];
      for (int i = 0; i < tile.queries(); i++) {
        int at = tile.position(bias, i, 0);
        for (int j = 0; j < tile.keys(); j++) {
          to[at + j * step] = slopes[j * tile.width() + i];
        }
      }
    }

    @Override
    public void close() {
      scratch.close();
    }
  }
}
